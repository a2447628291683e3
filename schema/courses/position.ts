/** `position` is a fractional key among its neighbours'. */
export interface Placed {
  readonly id: string;
  readonly position: string;
}

/**
 * The order of modules, lessons and resources, on both sides: keys by code units (never by a language's or a
 * database's collation), then ids.
 */
export function byPosition(a: Placed, b: Placed): number {
  if (a.position === b.position) return a.id < b.id ? -1 : Number(a.id > b.id);
  return a.position < b.position ? -1 : 1;
}
