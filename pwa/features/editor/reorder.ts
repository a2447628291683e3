import { generateKeyBetween } from 'fractional-indexing';

interface Placed {
  readonly id: string;
  readonly position: string;
}

/**
 * The key that puts one of several siblings at another place, so that a move writes one row.
 *
 * @param siblings in their order
 * @param to index among the siblings, the moved one counted; beyond the ends is the end
 * @returns null where it stands there already
 */
export function positionFor(siblings: readonly Placed[], id: string, to: number): string | null {
  const from = siblings.findIndex((sibling) => sibling.id === id);
  const target = Math.min(Math.max(to, 0), siblings.length - 1);
  if (from === -1 || from === target) return null;
  const others = siblings.filter((sibling) => sibling.id !== id);
  const before = others[target - 1]?.position ?? null;
  // Two devices may have given one key to two rows: the next key that differs ends the gap.
  const after = others.slice(target).find(({ position }) => before === null || position > before);
  return generateKeyBetween(before, after?.position ?? null);
}
