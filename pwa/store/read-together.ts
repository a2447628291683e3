import type { IndexableType, Table } from 'dexie';

/**
 * Rows by their keys, in no order that could be relied on; those that are not there are left out. Where the keys
 * are most of what lies between the first and the last of them, all of that is read in one go, because a request
 * for each row takes longer than the rows. For use inside a transaction.
 */
export async function readTogether<Row, Key extends IndexableType & (string | number)>(
  table: Table<Row, Key>,
  keys: readonly Key[],
): Promise<Row[]> {
  const sorted = keys.toSorted(byUnits);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = table.where(':id').between(first, last, true, true);
  if ((await range.count()) <= 2 * keys.length) return range.toArray();
  return (await table.bulkGet([...keys])).filter((row) => row !== undefined);
}

/** As the database compares them. */
const byUnits = (one: string | number, other: string | number): number =>
  one < other ? -1 : Number(one > other);
