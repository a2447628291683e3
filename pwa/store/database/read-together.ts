import type { IndexableType } from 'dexie';
import type { ReadTable } from './read-table.ts';

/**
 * Returns rows by their keys, in no particular order, without missing ones. If the keys are most of those
 * between the first and the last, the whole range is read at once, because a request per row takes longer
 * than reading extra rows. For use inside a transaction.
 */
export async function readTogether<Row, Key extends IndexableType & (string | number)>(
  table: ReadTable<Row, Key>,
  keys: readonly Key[],
): Promise<Row[]> {
  const sorted = keys.toSorted(byUnits);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = table.where(':id').between(first, last, true, true);
  if ((await range.count()) <= 2 * keys.length) return range.toArray();
  return (await table.bulkGet([...keys])).filter((row) => row !== undefined);
}

/** In the database's key order. */
const byUnits = (one: string | number, other: string | number): number =>
  one < other ? -1 : Number(one > other);
