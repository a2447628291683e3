/**
 * Whether two rows of plain values are equal; writing an unchanged row would re-run the queries of every
 * screen.
 */
export function isSameRow(a: object | undefined, b: object): boolean {
  if (a === undefined) return false;
  const mine = new Map(Object.entries(a));
  const theirs = Object.entries(b);
  return mine.size === theirs.length && theirs.every(([name, value]) => mine.get(name) === value);
}
