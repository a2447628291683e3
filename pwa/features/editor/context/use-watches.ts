import { useCallback, useEffect, useRef, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { findCommand, findCommandAt, type OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { messages } from '#schema/messages/messages.ts';
import type { Messages } from './use-messages.ts';

/** Commands of one user action, and the messages for their outcome. */
export interface Watch {
  readonly commandIds: readonly string[];
  /** Shown once the server has acknowledged all of them. */
  readonly success: string;
  readonly durationMs?: number;
  /** Shown if the server refused without a message. */
  readonly failure: string;
  readonly hasDetails?: boolean;
  /** Always shows `failure`, because the server's message is shown beside the record itself. */
  readonly isFailureFixed?: boolean;
}

/** Reports the outcome of queued edits: stored on the device, then acknowledged or refused. */
export function useWatches(notify: Messages, first: readonly Watch[] = []) {
  const [watches, setWatches] = useState(first);
  const ids = watches.flatMap(({ commandIds }) => commandIds);
  const places = useRef(new Map<string, number>());
  const rows = usePrivateQuery(
    async (store) => Promise.all(ids.map((id) => follow(store, id, places.current))),
    [ids.join(' ')],
  );
  const { succeed, note, fail } = notify;
  useEffect(() => {
    if (!rows) return;
    const listed = watches.flatMap(({ commandIds }) => commandIds);
    const byId = new Map(listed.map((id, at) => [id, rows[at] ?? undefined]));
    const over = watches.filter((watch) => isOver(watch, byId));
    if (over.length === 0) return;
    for (const watch of over) {
      const own = watch.commandIds.map((id) => byId.get(id));
      const refused = own.find((row) => row?.state === 'refused' && row.lastProblem !== null);
      const reason = watch.isFailureFixed ? null : refused?.lastProblem;
      if (refused) fail(reason ?? watch.failure, watch.hasDetails);
      else if (own.some((row) => row?.state === 'acknowledged')) succeed(watch.success, watch.durationMs);
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

/** Finds a queued command by its id, also after it was reissued under another id because of a conflict. */
async function follow(
  store: PrivateStore,
  id: string,
  places: Map<string, number>,
): Promise<OutboxRow | null> {
  const row = await findCommand(store, id);
  const place = places.get(id);
  if (row === null) return place === undefined ? null : findCommandAt(store, place);
  places.set(id, row.order);
  return row;
}

/** Acknowledged, refused or removed: a missing command was undone or coalesced with another. */
function isOver({ commandIds }: Watch, rows: ReadonlyMap<string, OutboxRow | undefined>): boolean {
  const states = commandIds.map((id) => rows.get(id)?.state);
  return (
    states.includes('refused') || states.every((state) => state === undefined || state === 'acknowledged')
  );
}
