import { type OutboxRow, parseOutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { ownRow } from './command-place.ts';

/** Where in the outbox something may wait that was queued behind commands under way, on the same rows. */
export interface Behind {
  /** Places of what stood behind them when they were claimed. */
  readonly orders: readonly number[];
  /** What was queued since stands behind this place. */
  readonly lastOrder: number;
}

/** @param unsent the whole outbox as it was when `claimed` was taken from it */
export function listBehind(unsent: readonly OutboxRow[], claimed: readonly OutboxRow[]): Behind {
  const taken = new Set(claimed.map(({ order }) => order));
  const records = new Set(claimed.map(({ command }) => ownRow(command)));
  records.delete(null);
  const behind = unsent.filter(({ order, command }) => !taken.has(order) && records.has(ownRow(command)));
  return { orders: behind.map(({ order }) => order), lastOrder: unsent.at(-1)?.order ?? 0 };
}

/** What stands there now, for use inside a transaction over the outbox; a long queue is not read for it. */
export async function readBehind(store: PrivateStore, { orders, lastOrder }: Behind): Promise<OutboxRow[]> {
  const known = orders.length === 0 ? [] : await store.outbox.bulkGet([...orders]);
  const since = await store.outbox.where('order').above(lastOrder).toArray();
  return [...known, ...since].map(parseOutboxRow).filter((row) => row !== null);
}
