import { generateNKeysBetween } from 'fractional-indexing';

export interface Placed {
  readonly id: string;
  readonly position: string;
}

/**
 * The keys that put one of several siblings at another place: of that row alone, unless two devices gave one
 * key to the rows between which it goes. Those behind it get new ones then, too.
 *
 * @param siblings in their order
 * @param to index among the siblings, the moved one counted; beyond the ends is the end
 * @returns nothing where it stands there already
 */
export function positionsFor(siblings: readonly Placed[], id: string, to: number): Placed[] {
  const from = siblings.findIndex((sibling) => sibling.id === id);
  const target = Math.min(Math.max(to, 0), siblings.length - 1);
  if (from === -1 || from === target) return [];
  const others = siblings.filter((sibling) => sibling.id !== id);
  const before = others[target - 1]?.position ?? null;
  const behind = others.slice(target);
  const twins = behind.filter(({ position }) => position === before);
  const after = behind[twins.length]?.position ?? null;
  const ids = [id, ...twins.map((twin) => twin.id)];
  const keys = generateNKeysBetween(before, after, ids.length);
  return keys.flatMap((position, at) => ids.slice(at, at + 1).map((one) => ({ id: one, position })));
}
