import { useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { onBeforeReload } from '#pwa/install/before-reload.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { findDraft } from '#pwa/store/account/drafts.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { DraftWriter } from './draft-writer.ts';

interface RowDraft<Form> {
  readonly form: Form;
}

/**
 * The input of one form, stored with every change as a draft of its own.
 *
 * @param open what is shown where no draft is stored
 */
export function useRowDraft<Form extends object, Draft extends RowDraft<Form>>(
  userId: string,
  id: string,
  { schema, open }: { readonly schema: v.GenericSchema<unknown, Draft>; readonly open: () => Draft },
) {
  const [edited, setEdited] = useState<Draft | null>(null);
  /** Newer than the last render. */
  const latest = useRef<Draft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isEdited = edited !== null;
  const stored = usePrivateQuery(
    // Read once: afterwards the screen is newer than the row, which it writes itself.
    async (store) => (isEdited ? null : { value: await findDraft(store, id) }),
    [id, isEdited],
  );
  const writer = useMemo(
    () =>
      new DraftWriter(
        (row, value) => (value === null ? dropDraft(userId, row) : saveDraft(userId, row, value)),
        (state) => setProblem(state.kind === 'failed' ? state.problem : null),
      ),
    [userId],
  );
  useEffect(() => {
    const flush = () => writer.flush();
    const stop = onBeforeReload(flush);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      window.removeEventListener('pagehide', flush);
      void flush();
    };
  }, [writer]);
  const parsed = stored ? v.safeParse(schema, stored.value) : null;
  const saved = parsed?.success === true ? parsed.output : null;
  const draft = edited ?? saved ?? (stored ? open() : undefined);
  return {
    /** Undefined while it is read. */
    draft,
    /** With what was typed since the last render. */
    current: () => latest.current ?? draft,
    /** Why the input is not stored, as a sentence; null if it is. */
    problem,
    change: (part: Partial<Form>) => {
      const from = latest.current ?? draft;
      if (from === undefined) return;
      const next = { ...from, form: { ...from.form, ...part } };
      latest.current = next;
      setEdited(next);
      writer.hold(id, next);
    },
    /** Removes the draft, once it is saved or given up. */
    end: async () => {
      writer.put(id, null);
      await writer.flush();
    },
  };
}
