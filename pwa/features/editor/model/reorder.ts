import { generateNKeysBetween } from 'fractional-indexing';

export interface Placed {
  readonly id: string;
  readonly position: string;
}

/**
 * Returns the keys that move one of several siblings. Only that row changes, unless two devices gave the same
 * key to the rows between which it is placed; then those after it get new keys too.
 *
 * @param siblings in their order
 * @param to index among the siblings, including the moved one; clamped to the ends
 * @returns an empty list if it is already there
 */
export function positionsFor(siblings: readonly Placed[], id: string, to: number): Placed[] {
  const from = siblings.findIndex((sibling) => sibling.id === id);
  const target = Math.min(Math.max(to, 0), siblings.length - 1);
  if (from === -1 || from === target) return [];
  return positionsAmong(
    siblings.filter((sibling) => sibling.id !== id),
    id,
    target,
  );
}

/** As {@link positionsFor}, for a row that comes from elsewhere: the keys that place it among these. */
export function positionsAmong(others: readonly Placed[], id: string, target: number): Placed[] {
  const before = others[target - 1]?.position ?? null;
  const following = others.slice(target);
  const twins = following.filter(({ position }) => position === before);
  const after = following[twins.length]?.position ?? null;
  const ids = [id, ...twins.map((twin) => twin.id)];
  const keys = generateNKeysBetween(before, after, ids.length);
  return keys.flatMap((position, at) => ids.slice(at, at + 1).map((one) => ({ id: one, position })));
}
