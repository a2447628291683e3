import { useCallback, useEffect, useState } from 'react';
import { messages } from '#schema/messages.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { findCommand, type OutboxRow } from '../../store/outbox.ts';
import type { Messages } from './use-messages.ts';

/** Commands that belong to one press, and what is said of them when they arrive. */
export interface Watch {
  readonly commandIds: readonly string[];
  /** Said once the server has acknowledged all of them. */
  readonly success: string;
  readonly lifeMs?: number;
  /** Said when the server refused without a word of its own. */
  readonly failure: string;
  readonly hasDetails?: boolean;
  /** `failure` is said whatever the server's word was, which stands beside the thing itself. */
  readonly isFailureFixed?: boolean;
}

/** Says what became of queued edits: on the device at once, done after the ack, or why not. */
export function useWatches(say: Pick<Messages, 'succeed' | 'note' | 'fail'>, first: readonly Watch[] = []) {
  const [watches, setWatches] = useState(first);
  const ids = watches.flatMap(({ commandIds }) => commandIds);
  const rows = usePrivateQuery(
    async (store) => Promise.all(ids.map((id) => findCommand(store, id))),
    [ids.join(' ')],
  );
  const { succeed, note, fail } = say;
  useEffect(() => {
    if (!rows) return;
    const byId = new Map(rows.flatMap((row) => (row === null ? [] : [[row.id, row]])));
    const over = watches.filter((watch) => isOver(watch, byId));
    if (over.length === 0) return;
    for (const watch of over) {
      const own = watch.commandIds.map((id) => byId.get(id));
      const refused = own.find((row) => row?.state === 'refused' && row.lastProblem !== null);
      const reason = watch.isFailureFixed ? null : refused?.lastProblem;
      if (refused) fail(reason ?? watch.failure, watch.hasDetails);
      else if (own.some((row) => row?.state === 'acknowledged')) succeed(watch.success, watch.lifeMs);
    }
    setWatches((all) => all.filter((watch) => !over.includes(watch)));
  }, [rows, watches, succeed, fail]);
  return useCallback(
    (watch: Watch) => {
      setWatches((all) => [...all, watch]);
      note(messages.savedOnDevice);
    },
    [note],
  );
}

/** Arrived, refused, or taken back: a command that is gone was undone or joined another. */
function isOver({ commandIds }: Watch, rows: ReadonlyMap<string, OutboxRow>): boolean {
  const states = commandIds.map((id) => rows.get(id)?.state);
  return (
    states.includes('refused') || states.every((state) => state === undefined || state === 'acknowledged')
  );
}
