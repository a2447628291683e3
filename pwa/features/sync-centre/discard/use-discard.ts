import { useCallback, useEffect, useRef, useState } from 'react';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { uploadIdOf } from '#pwa/sync/outbox/held.ts';
import { discardCommand, findDiscarded, undoDiscard } from '#pwa/sync/outbox/outbox.ts';
import { cancelledBy } from '#pwa/sync/outbox/outbox-rows.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

const UNDO_MS = 10_000;

/** The pending confirmation: shown if more than the chosen edit is discarded, or if it cannot be undone. */
export interface DiscardQuestion {
  readonly row: OutboxRow;
  /** The edits that depend on it. */
  readonly dependents: readonly OutboxRow[];
  readonly hasFile: boolean;
}

/** The discarded edits that can still be restored. */
export interface Discarded {
  readonly what: string;
  readonly rows: readonly OutboxRow[];
  /** The number of restored edits that the discarded one had cancelled. */
  readonly restored: number;
}

/**
 * Discards an edit: at once if no other depends on it, otherwise after a confirmation; it can be restored for
 * ten seconds.
 */
export function useDiscard() {
  const [question, setQuestion] = useState<DiscardQuestion | null>(null);
  const [discarded, setDiscarded] = useState<Discarded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const attempt = useCallback(async (work: () => Promise<void>) => {
    try {
      setProblem(null);
      await work();
    } catch (error) {
      setProblem(describeFailure(error));
    }
  }, []);

  const drop = (row: OutboxRow) =>
    attempt(async () => {
      setQuestion(null);
      const rows = await discardCommand(row.id);
      clearTimeout(timer.current);
      // The bytes of the file were deleted with its edit.
      if (rows.length === 0 || rows.some(hasFile)) return;
      setDiscarded({
        what: describeCommand(row.command),
        rows,
        restored: rows.flatMap(cancelledBy).length,
      });
      timer.current = setTimeout(() => setDiscarded(null), UNDO_MS);
    });

  const discard = (row: OutboxRow) =>
    attempt(async () => {
      const rows = await findDiscarded(openPrivateStore(row.command.userId), row.id);
      const dependents = rows.filter(({ id }) => id !== row.id);
      if (dependents.length === 0 && !hasFile(row)) await drop(row);
      else setQuestion({ row, dependents, hasFile: rows.some(hasFile) });
    });

  const undo = () =>
    attempt(async () => {
      if (discarded === null) return;
      clearTimeout(timer.current);
      // First, so that the Undo bar does not remain after the edit is restored.
      setDiscarded(null);
      try {
        await undoDiscard(discarded.rows);
      } catch (error) {
        setDiscarded(discarded);
        throw error;
      }
    });

  return { question, discarded, problem, discard, drop, undo, cancel: () => setQuestion(null) };
}

export type Discard = ReturnType<typeof useDiscard>;

function hasFile({ command }: OutboxRow): boolean {
  return uploadIdOf(command) !== null;
}
