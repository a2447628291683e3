import { type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { ownRow } from '#pwa/sync/commands/command-target.ts';

/**
 * An index of the outbox as a drain last saw it: row to orders. It spares re-reading a long queue for each
 * batch. A row that moved since is missed, which costs no more than a 412 and a merge.
 */
export interface OutboxIndex {
  readonly orders: ReadonlyMap<string, readonly number[]>;
  /** Commands with a higher `order` were queued since. */
  readonly lastOrder: number;
}

export function indexOutbox(unsent: readonly OutboxRow[]): OutboxIndex {
  const orders = new Map<string, number[]>();
  for (const { order, command } of unsent) {
    const record = ownRow(command);
    if (record === null) continue;
    const known = orders.get(record);
    if (known === undefined) orders.set(record, [order]);
    else known.push(order);
  }
  return { orders, lastOrder: unsent.at(-1)?.order ?? 0 };
}

/** Outbox orders of commands that may have been queued after those under way, on the same rows. */
export interface Successors {
  /** Their later commands at the time of the index. */
  readonly orders: readonly number[];
  /** Commands with a higher `order` were queued since. */
  readonly lastOrder: number;
}

export const NO_SUCCESSORS: Successors = { orders: [], lastOrder: Number.MAX_SAFE_INTEGER };

export function listSuccessors(
  { orders, lastOrder }: OutboxIndex,
  claimed: readonly OutboxRow[],
): Successors {
  const taken = new Set(claimed.map(({ order }) => order));
  const records = new Set(claimed.flatMap(({ command }) => ownRow(command) ?? []));
  const successors = [...records].flatMap((record) => orders.get(record) ?? []);
  return { orders: successors.filter((order) => !taken.has(order)), lastOrder };
}

/**
 * Reads the current rows at these orders without reading the whole queue.
 */
export async function readSuccessors(tx: ReadTx, { orders, lastOrder }: Successors): Promise<OutboxRow[]> {
  const known = orders.length === 0 ? [] : await tx.outbox.bulkGet([...orders]);
  const since = await tx.outbox.where('order').above(lastOrder).toArray();
  return [...known, ...since].map(parseOutboxRow).filter((row) => row !== null);
}
