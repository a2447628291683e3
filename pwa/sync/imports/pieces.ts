/**
 * Divides items, in their order, into pieces whose weights are at most `max` together. A heavier item is a piece of its
 * own.
 */
export function piecesOf<T>(items: Iterable<T>, max: number, weigh: (item: T) => number): T[][] {
  const pieces: T[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const own = weigh(item);
    weight += own;
    if (weight > max) {
      pieces.push([]);
      weight = own;
    }
    pieces.at(-1)?.push(item);
  }
  return pieces;
}
