import { listUnsentOfLesson, type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { waitsForNoEdit } from './editor-coalesce.ts';

const FIRST_PIECE = 20;

/**
 * Returns the unsent commands that decide how an edit of a lesson is coalesced, in the order of entry: those of
 * the lesson, those of their Save Courses, and from the first of them on as many as it takes to see whether they
 * may move to a later Save Course. For use inside a transaction over the outbox.
 */
export async function listConcerned(tx: ReadTx, lessonId: string): Promise<OutboxRow[]> {
  const own = await listUnsentOfLesson(tx, lessonId);
  const [first] = own;
  if (first === undefined) return [];
  const grouped = await listGroups(tx, own);
  const known = new Map([...own, ...grouped].map((row) => [row.order, row]));
  for (const row of await listFrom(tx, Math.min(...known.keys()), known)) known.set(row.order, row);
  return [...known.values()].sort((one, other) => one.order - other.order);
}

async function listGroups(tx: ReadTx, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const groupIds = [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))];
  const found = await Promise.all(groupIds.map((groupId) => tx.outbox.where({ groupId }).toArray()));
  return listReadable(found.flat());
}

/** Rows from an order on, up to one that keeps the known ones from moving behind it. */
async function listFrom(
  tx: ReadTx,
  first: number,
  known: ReadonlyMap<number, OutboxRow>,
): Promise<OutboxRow[]> {
  const rows: OutboxRow[] = [];
  let from = first;
  for (let size = FIRST_PIECE; ; size *= 2) {
    const piece = await tx.outbox.where('order').aboveOrEqual(from).limit(size).toArray();
    rows.push(...listReadable(piece));
    const last = piece.at(-1);
    const isDecided = rows.some((row) => !known.has(row.order) && !waitsForNoEdit(row));
    if (isDecided || last === undefined || piece.length < size) return rows;
    from = last.order + 1;
  }
}

function listReadable(rows: readonly unknown[]): OutboxRow[] {
  return rows.flatMap((row) => parseOutboxRow(row) ?? []).filter(({ state }) => state !== 'acknowledged');
}
