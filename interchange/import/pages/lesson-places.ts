import { decodePercent } from '../paths.ts';

/** Where the lessons of a page begin, in the order of the page. */
export type LessonPlaces = readonly { readonly start: number; readonly key: string }[];

/** The key of the lesson that `#fragment` leads to; null for any other address, or an unknown fragment. */
export function findFragment(
  address: string,
  ids: ReadonlyMap<string, number>,
  places: LessonPlaces,
): string | null {
  const position = address.startsWith('#') ? ids.get(decodePercent(address.slice(1))) : undefined;
  if (position === undefined) return null;
  return (places.findLast(({ start }) => start <= position) ?? places[0])?.key ?? null;
}
