import * as v from 'valibot';
import { read, write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Reader } from '#pwa/store/database/private-store.ts';
import { EmptiedRow, type OutboxRow } from '#pwa/store/database/rows.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { parseOutboxRow } from '../outbox.ts';

const PRUNED_AT_ONCE = 100;

/** An acknowledged command as a line of text. */
export interface ArrivedEdit {
  readonly order: number;
  readonly sentence: string;
  readonly acknowledgedAt: string;
  /** `dropped`: discarded by the operator after a restore; `unable`: may be lost, and cannot be sent again. */
  readonly restore: 'dropped' | 'unable' | null;
}

/** Returns when the server last acknowledged something; null if it never did, or not within 30 days. */
export function findLastAck(store: Reader, now = new Date().toISOString()): Promise<string | null> {
  return read(store, async () => {
    const byTime = store.outbox.where('acknowledgedAt');
    // A clock that was ahead has left times that are never passed; one that is behind has passed none.
    const row =
      (await byTime.between('', now, true, true).reverse().first()) ?? (await byTime.above(now).first());
    return row?.acknowledgedAt ?? null;
  });
}

/** Returns the latest acknowledged commands, newest first; no other rows are read. */
export async function listArrived(store: PrivateStore, count: number): Promise<ArrivedEdit[]> {
  const newest = () => store.outbox.orderBy('acknowledgedAt').reverse().limit(count).toArray();
  return (await read(store, newest)).flatMap((row) => readArrived(row) ?? []);
}

function readArrived(row: unknown): ArrivedEdit | null {
  const whole = parseOutboxRow(row);
  if (whole !== null) {
    const { order, command, acknowledgedAt, restore } = whole;
    const sentence = describeCommand(command);
    const isDropped = restore === 'dropped';
    return { order, sentence, acknowledgedAt: acknowledgedAt ?? '', restore: isDropped ? restore : null };
  }
  const emptied = parseEmptiedRow(row);
  if (emptied === null) return null;
  const { order, sentence, acknowledgedAt, restore = null } = emptied;
  return { order, sentence, acknowledgedAt, restore };
}

export function parseEmptiedRow(row: unknown): EmptiedRow | null {
  const parsed = v.safeParse(EmptiedRow, row);
  return parsed.success ? parsed.output : null;
}

/**
 * Removes rows acknowledged before `before` (an ISO string), a hundred at a time, because a month has many
 * and this runs at every start.
 */
export async function pruneAcknowledged(store: PrivateStore, before: string): Promise<void> {
  const isOld = (row: OutboxRow) => row.state === 'acknowledged' && (row.acknowledgedAt ?? '') < before;
  const oldest = store.outbox.where('acknowledgedAt').below(before).limit(PRUNED_AT_ONCE);
  const orders = await read(store, () => oldest.primaryKeys());
  if (orders.length === 0) return;
  const removed = await write(store, [store.outbox], async (tx) => {
    const rows = await tx.outbox.bulkGet(orders);
    const old = rows.filter((row) => row !== undefined).filter(isOld);
    await tx.outbox.bulkDelete(old.map(({ order }) => order));
    return old.length;
  });
  if (removed > 0) await pruneAcknowledged(store, before);
}
