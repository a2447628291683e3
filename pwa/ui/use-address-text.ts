import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** What an address says of itself that only follows what is being typed. */
export const typedAddress = { replace: true, state: { keepScroll: true, isTyped: true } } as const;

/**
 * A text as the address has it, so that a reload, a link and the way back bring the same. What is being typed is
 * ahead of the address, which follows by {@link typedAddress}; any other change of the address wins.
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

/** Whether this address was made here; after a reload it is only as good as any other. */
function isTyped(state: unknown): boolean {
  return state instanceof Object && 'isTyped' in state && state.isTyped === true;
}
