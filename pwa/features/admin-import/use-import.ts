import { startTransition, useEffect, useRef, useState } from 'react';
import { useSession } from '#pwa/session/use-session.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { listImportNotes } from '#pwa/store/account/imports.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueImport } from '#pwa/sync/imports/enqueue-import.ts';
import { findPictureIn } from '#pwa/sync/imports/picture-uris.ts';
import { type ImportChoice, planImport } from '#pwa/sync/imports/plan-import.ts';
import type { Chosen, ReadImport } from '#pwa/sync/imports/read-result.ts';
import { untilNextTask } from '#pwa/sync/imports/turns.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { reportOf } from './describe-import.ts';
import type { Preview } from './preview.ts';
import { readChosen } from './read-in-worker.ts';

export type ImportState =
  | { readonly kind: 'empty' }
  /** `share` is the part that is done, from 0 to 1. */
  | { readonly kind: 'reading'; readonly name: string; readonly share: number }
  | { readonly kind: 'unreadable'; readonly name: string; readonly reason: string }
  | {
      readonly kind: 'preview';
      readonly preview: Preview;
      readonly isBusy: boolean;
      readonly problem: string | null;
    }
  | { readonly kind: 'stored'; readonly courseId: string; readonly title: string };

/** Reads what was chosen, shows what is in it, and stores it as an import when the user wants it. */
export function useImport() {
  const userId = useUserId();
  const session = useSession();
  const userName = 'user' in session ? session.user.name : '';
  const [state, setState] = useState<ImportState>({ kind: 'empty' });
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);

  const choose = async (chosen: Chosen) => {
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    const { name } = chosen;
    // Rendering and reading begin in tasks of their own, so that of the browser's event stays short.
    startTransition(() => setState({ kind: 'reading', name, share: 0 }));
    await untilNextTask();
    const onProgress = (share: number) => {
      if (!signal.aborted) setState({ kind: 'reading', name, share });
    };
    const next = await preview(userId, name, async () => {
      const read = await readChosen(chosen, { signal, onProgress });
      return withRequired(read, { name, userName });
    });
    // In pieces, as a preview has hundreds of elements: the page handles keys meanwhile.
    if (!signal.aborted) startTransition(() => setState(next));
  };

  const store = async (preview: Preview, choice: ImportChoice) => {
    setState({ kind: 'preview', preview, isBusy: true, problem: null });
    try {
      const { read } = preview;
      const plan = await planImport(read, findPictureIn(read.pictures), choice);
      await enqueueImport(userId, { read, plan, report: reportOf({ read, plan }) });
      setState({ kind: 'stored', courseId: plan.courseId, title: plan.title });
    } catch (error) {
      setState({ kind: 'preview', preview, isBusy: false, problem: describeFailure(error) });
    }
  };

  return { state, choose, store, reset: () => setState({ kind: 'empty' }) };
}

/** The texts that every course needs and many files do not have. */
function withRequired(read: ReadImport, { name, userName }: { name: string; userName: string }): ReadImport {
  const { outline } = read;
  const description = outline.description.trim() || `Imported from “${name}”.`;
  const instructor = outline.instructor.trim() || userName;
  return { ...read, outline: { ...outline, description, instructor } };
}

async function preview(
  userId: string,
  name: string,
  readIt: () => Promise<ReadImport>,
): Promise<ImportState> {
  try {
    const read = await readIt();
    // Before the plan: the page is drawn, and handles keys, between the two.
    const notes = await listImportNotes(openPrivateStore(userId));
    const last = notes.find(({ digest }) => digest === read.digest) ?? null;
    // Only its files are shown: texts with their pictures, as long as they are, are made when they are stored.
    const plan = await planImport(read, async () => null);
    return { kind: 'preview', preview: { read, plan, last }, isBusy: false, problem: null };
  } catch (error) {
    return { kind: 'unreadable', name, reason: describeFailure(error) };
  }
}
