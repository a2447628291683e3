import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** Navigation options that mark a URL as updated by typing. */
export const typedAddress = { replace: true, state: { keepScroll: true, isTyped: true } } as const;

/**
 * A text in the URL, so that reload, link and back navigation restore it. Typing updates the text first and
 * the URL by {@link typedAddress}; any other change of the URL replaces the text.
 */
export function useAddressText(name: string): [text: string, setText: (text: string) => void] {
  const [query] = useSearchParams();
  const { key, state } = useLocation();
  const [text, setText] = useState(query.get(name) ?? '');
  const [seenKey, setSeenKey] = useState(key);
  if (key !== seenKey) {
    setSeenKey(key);
    if (!isTyped(state)) setText(query.get(name) ?? '');
  }
  return [text, setText];
}

/** Whether typing updated this URL; after a reload, it counts like any other. */
function isTyped(state: unknown): boolean {
  return state instanceof Object && 'isTyped' in state && state.isTyped === true;
}
