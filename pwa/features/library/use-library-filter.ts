import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { LibraryCategory } from '#schema/library.ts';
import { type LibraryFilter, parseCategory } from './library-view.ts';

const SEARCH = 'search';
const CATEGORY = 'category';

/**
 * Search and category as the address has them, so that a reload, a link and the way back bring the same
 * list. What is being typed is ahead of the address, which follows; any other change of the address wins.
 */
export function useLibraryFilter() {
  const [query, setQuery] = useSearchParams();
  const { key, state } = useLocation();
  const [text, setText] = useState(query.get(SEARCH) ?? '');
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (!isTyped(state)) setText(query.get(SEARCH) ?? '');
  }

  const follow = (next: LibraryFilter) => {
    const address = new URLSearchParams();
    if (next.text.trim() !== '') address.set(SEARCH, next.text);
    if (next.category !== 'all') address.set(CATEGORY, next.category);
    setQuery(address, { replace: true, state: { keepScroll: true, isTyped: true } });
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
  return { filter: { text, category }, search, choose, clear };
}

/** Whether this address was made here; after a reload it is only as good as any other. */
function isTyped(state: unknown): boolean {
  return state instanceof Object && 'isTyped' in state && state.isTyped === true;
}
