import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LibraryCategory } from '#schema/courses/library.ts';
import { typedAddress, useAddressText } from '../../ui/lists/use-address-text.ts';
import { type LibraryFilter, parseCategory } from './library-view.ts';

const SEARCH = 'search';
const CATEGORY = 'category';

/** Search and category in the URL. */
export function useLibraryFilter() {
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useAddressText(SEARCH);

  const follow = (next: LibraryFilter) => {
    const address = new URLSearchParams();
    if (next.text.trim() !== '') address.set(SEARCH, next.text);
    if (next.category !== 'all') address.set(CATEGORY, next.category);
    setQuery(address, typedAddress);
  };
  const category = parseCategory(query.get(CATEGORY));
  const search = (typed: string) => {
    setText(typed);
    follow({ text: typed, category });
  };
  const choose = (chosen: LibraryCategory) => follow({ text, category: chosen });
  const clear = () => {
    setText('');
    follow({ text: '', category: 'all' });
  };
  const filter = useMemo(() => ({ text, category }), [text, category]);
  return { filter, search, choose, clear };
}
