import { useEffect, useRef, useState } from 'react';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { type ImportNote, listImportNotes } from '#pwa/store/account/imports.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueImport } from '#pwa/sync/imports/enqueue-import.ts';
import { type ImportPlan, planImport } from '#pwa/sync/imports/plan-import.ts';
import type { ReadImport } from '#pwa/sync/imports/read-import.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { readChosen } from './read-in-worker.ts';

/** A file that was read, and what importing it would do. */
export interface Preview {
  readonly chosen: File;
  readonly read: ReadImport;
  readonly plan: ImportPlan;
  /** The last import of the same course from a file on this device. */
  readonly last: ImportNote | null;
}

export type ImportState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'reading'; readonly fileName: string }
  | { readonly kind: 'unreadable'; readonly fileName: string; readonly reason: string }
  | {
      readonly kind: 'preview';
      readonly preview: Preview;
      readonly isBusy: boolean;
      readonly problem: string | null;
    }
  | { readonly kind: 'stored'; readonly courseId: string; readonly title: string };

/** Reads a chosen file, shows what is in it, and stores it as an import when the user wants it. */
export function useImport() {
  const userId = useUserId();
  const [state, setState] = useState<ImportState>({ kind: 'empty' });
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);

  const choose = async (chosen: File) => {
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    setState({ kind: 'reading', fileName: chosen.name });
    const next = await open(userId, chosen, signal);
    if (!signal.aborted) setState(next);
  };

  const store = async (preview: Preview) => {
    setState({ kind: 'preview', preview, isBusy: true, problem: null });
    const { plan, read } = preview;
    try {
      await enqueueImport(userId, preview);
      setState({ kind: 'stored', courseId: plan.courseId, title: read.outline.title });
    } catch (error) {
      setState({ kind: 'preview', preview, isBusy: false, problem: describeFailure(error) });
    }
  };

  return { state, choose, store, reset: () => setState({ kind: 'empty' }) };
}

async function open(userId: string, chosen: File, signal: AbortSignal): Promise<ImportState> {
  try {
    const read = await readChosen(chosen, signal);
    const plan = planImport(read);
    const notes = await listImportNotes(openPrivateStore(userId));
    const last = notes.find(({ digest }) => digest === read.digest) ?? null;
    return { kind: 'preview', preview: { chosen, read, plan, last }, isBusy: false, problem: null };
  } catch (error) {
    return { kind: 'unreadable', fileName: chosen.name, reason: describeFailure(error) };
  }
}
