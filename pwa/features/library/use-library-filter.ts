import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAddressText } from '#pwa/ui/lists/use-address-text.ts';
import type { LibraryCategory } from '#schema/courses/library.ts';
import { type LibraryFilter, parseCategory } from './library-view.ts';

const SEARCH = 'search';
const CATEGORY = 'category';

/** Search and category in the URL. */
export function useLibraryFilter() {
  const [query] = useSearchParams();
  const { text, type, set } = useAddressText(SEARCH);
  const category = parseCategory(query.get(CATEGORY));
  const search = (typed: string) => type(typed, addressOf({ text: typed, category }));
  const choose = (chosen: LibraryCategory) => set(text, addressOf({ text, category: chosen }));
  const clear = () => set('', addressOf({ text: '', category: 'all' }));
  const filter = useMemo(() => ({ text, category }), [text, category]);
  return { filter, search, choose, clear };
}

function addressOf({ text, category }: LibraryFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (text.trim() !== '') address.set(SEARCH, text);
  if (category !== 'all') address.set(CATEGORY, category);
  return address;
}
