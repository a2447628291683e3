/** `position` is a fractional key among its neighbours'; on a device a number, if the reply had none. */
export interface Placed {
  readonly id: string;
  readonly position: string | number;
}

/**
 * The order of modules, lessons and resources, on both sides: keys by code units (never by a language's or a
 * database's collation), then ids; numbers before keys.
 */
export function byPosition(a: Placed, b: Placed): number {
  if (a.position === b.position) return a.id < b.id ? -1 : Number(a.id > b.id);
  if (typeof a.position !== typeof b.position) return typeof a.position === 'number' ? -1 : 1;
  return a.position < b.position ? -1 : 1;
}
