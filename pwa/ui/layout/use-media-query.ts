import { useMemo } from 'react';
import type { Readable } from '#pwa/device/observable.ts';
import { useObservable } from '../use-observable.ts';

/** Whether a media query matches, updated when that changes. */
export function useMediaQuery(query: string): boolean {
  return useObservable(useMemo(() => observeMedia(query), [query]));
}

function observeMedia(query: string): Readable<boolean> {
  const list = window.matchMedia(query);
  return {
    get: () => list.matches,
    subscribe(listener) {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}
