/** Parts of `length` values, the last one of fewer, for statements that would otherwise have too many. */
export function slicesOf<T>(values: readonly T[], length: number): T[][] {
  const count = Math.ceil(values.length / length);
  return Array.from({ length: count }, (_, n) => values.slice(n * length, (n + 1) * length));
}
