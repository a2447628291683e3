/** Where the lessons of a page begin, in the order of the page. */
export type LessonPlaces = readonly { readonly start: number; readonly key: string }[];

/** The key of the lesson that `#fragment` leads to; null for any other address, or an unknown fragment. */
export function findFragment(
  address: string,
  ids: ReadonlyMap<string, number>,
  places: LessonPlaces,
): string | null {
  const position = address.startsWith('#') ? ids.get(decodeFragment(address.slice(1))) : undefined;
  if (position === undefined) return null;
  return (places.findLast(({ start }) => start <= position) ?? places[0])?.key ?? null;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
