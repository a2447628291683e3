import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { BurstWriter } from './burst-writer.ts';

/** Navigation options that mark a URL as updated by typing. */
const typedAddress = { replace: true, state: { keepScroll: true, isTyped: true } } as const;

/**
 * A change of the address renders everything that knows it, each link of the page included: too much for every
 * key. Browsers refuse changes that follow each other quickly for long, besides.
 */
const PAUSE_MS = 250;

interface AddressText {
  readonly text: string;
  /** Shows what was typed at once; the address becomes `address` at the first key, and when typing pauses. */
  readonly type: (text: string, address: URLSearchParams) => void;
  /** Shows the text, and changes the address, at once. */
  readonly set: (text: string, address: URLSearchParams) => void;
}

/**
 * A text as the address has it, so that it is the same after a reload, by a link and on the way back. The typed text is
 * ahead of the address, which follows; any other change of the address wins.
 */
export function useAddressText(name: string): AddressText {
  const [query, setQuery] = useSearchParams();
  const address = useLocation();
  const [text, setText] = useState(query.get(name) ?? '');
  const [seenKey, setSeenKey] = useState(address.key);
  if (address.key !== seenKey) {
    setSeenKey(address.key);
    if (!isTyped(address)) setText(query.get(name) ?? '');
  }
  const change = useRef(setQuery);
  const [writer] = useState(
    () => new BurstWriter<URLSearchParams>((typed) => change.current(typed, typedAddress), PAUSE_MS),
  );
  useEffect(() => {
    change.current = setQuery;
  }, [setQuery]);
  useEffect(() => {
    if (!isTyped(address)) writer.cancel();
  }, [address, writer]);
  // The next press may lead away, and the way back needs the whole text.
  useEffect(() => {
    const flush = () => writer.flush();
    window.addEventListener('focusout', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('focusout', flush);
      window.removeEventListener('pagehide', flush);
      writer.cancel();
    };
  }, [writer]);

  const type = (typed: string, next: URLSearchParams) => {
    setText(typed);
    writer.put(next);
  };
  const set = (chosen: string, next: URLSearchParams) => {
    setText(chosen);
    writer.cancel();
    setQuery(next, typedAddress);
  };
  return { text, type, set };
}

/** Whether typing updated this URL; after a reload, it counts like any other. */
function isTyped({ state }: { state: unknown }): boolean {
  return state instanceof Object && 'isTyped' in state && state.isTyped === true;
}
