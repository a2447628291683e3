/** The longest list of one statement. */
export const LIST_MAX = 32;

/** Parts whose lengths are powers of two, at most {@link LIST_MAX}: so a statement has few texts, which stay prepared. */
export function inListLengths<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < rows.length; ) {
    const part = rows.slice(start, start + longestWithin(rows.length - start));
    parts.push(part);
    start += part.length;
  }
  return parts;
}

/** Parts of `length` values, the last one of fewer, for statements that would otherwise have too many. */
export function slicesOf<T>(values: readonly T[], length: number): T[][] {
  const count = Math.ceil(values.length / length);
  return Array.from({ length: count }, (_, n) => values.slice(n * length, (n + 1) * length));
}

const longestWithin = (count: number): number => Math.min(LIST_MAX, 2 ** Math.floor(Math.log2(count)));

/** The list for a look-up, to which repeats of its last value make no difference, with the next such length. */
export function padToLength<T>(values: readonly T[]): T[] {
  // Most lists have one value.
  if (values.length < 2) return [...values];
  const missing = 2 ** Math.ceil(Math.log2(values.length)) - values.length;
  const last = values.slice(-1);
  return [...values, ...Array.from({ length: missing }, () => last).flat()];
}
