import { listUnsent, type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { ownRow } from '#pwa/sync/commands/command-target.ts';
import type { Ack } from './apply-outcomes.ts';

/** Returns the commands that were queued after acknowledged ones on the same rows, those of a row in the order of entry. */
export type FindSuccessors = (
  tx: ReadTx,
  acks: readonly Pick<Ack, 'order' | 'command'>[],
) => Promise<OutboxRow[]>;

/**
 * Creates the search for successors of one drain. It reads the whole queue once, and then what was queued since: reading
 * all of it after each batch would take a time that grows with its square. A command that was put back into the
 * queue since is missed, which costs no more than a 412 and a merge.
 */
export function createSuccessorSearch(): FindSuccessors {
  const ordersOf = new Map<string, number[]>();
  let lastOrder: number | null = null;
  return async (tx, acks) => {
    const queued = await (lastOrder === null ? listUnsent(tx) : listQueuedAfter(tx, lastOrder));
    for (const { order, command } of queued) {
      const row = ownRow(command);
      if (row === null) continue;
      const orders = ordersOf.get(row) ?? [];
      orders.push(order);
      ordersOf.set(row, orders);
    }
    lastOrder = queued.at(-1)?.order ?? lastOrder;
    const later = acks.flatMap(({ order, command }) =>
      (ordersOf.get(ownRow(command) ?? '') ?? []).filter((one) => one > order),
    );
    return toReadable(later.length === 0 ? [] : await tx.outbox.bulkGet([...new Set(later)]));
  };
}

const listQueuedAfter = async (tx: ReadTx, order: number): Promise<OutboxRow[]> =>
  toReadable(await tx.outbox.where('order').above(order).toArray());

const toReadable = (rows: readonly unknown[]): OutboxRow[] =>
  rows.map(parseOutboxRow).filter((row) => row !== null);
