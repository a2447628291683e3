import { type OutboxRow, parseOutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { ownRow } from './command-target.ts';

/**
 * The whole outbox as a drain saw it last: what stood on which row. A long queue is not read anew for each
 * round trip; a row that came to stand somewhere else since is missed, which costs no more than a 412 and a merge.
 */
export interface Overview {
  readonly orders: ReadonlyMap<string, readonly number[]>;
  /** What was queued since stands behind this place. */
  readonly lastOrder: number;
}

export function overlook(unsent: readonly OutboxRow[]): Overview {
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

/** Where in the outbox something may wait that was queued behind commands under way, on the same rows. */
export interface Behind {
  /** Places of what stood behind them when the outbox was seen. */
  readonly orders: readonly number[];
  /** What was queued since stands behind this place. */
  readonly lastOrder: number;
}

export function listBehind({ orders, lastOrder }: Overview, claimed: readonly OutboxRow[]): Behind {
  const taken = new Set(claimed.map(({ order }) => order));
  const records = new Set(claimed.flatMap(({ command }) => ownRow(command) ?? []));
  const behind = [...records].flatMap((record) => orders.get(record) ?? []);
  return { orders: behind.filter((order) => !taken.has(order)), lastOrder };
}

/** What stands there now, for use inside a transaction over the outbox; a long queue is not read for it. */
export async function readBehind(store: PrivateStore, { orders, lastOrder }: Behind): Promise<OutboxRow[]> {
  const known = orders.length === 0 ? [] : await store.outbox.bulkGet([...orders]);
  const since = await store.outbox.where('order').above(lastOrder).toArray();
  return [...known, ...since].map(parseOutboxRow).filter((row) => row !== null);
}
