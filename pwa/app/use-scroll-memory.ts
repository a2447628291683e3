import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { findPosition, followScroll, storePositions } from './scroll-positions.ts';

/** How long a page that is still growing is waited for before its old position is given up. */
const GIVE_UP_MS = 1_500;

/**
 * A new page starts at the top or at the link's #place, unless the link said `state={{ keepScroll: true }}`; going back returns to
 * where the reader was, waiting for content that still grows out of the device's store.
 */
export function useScrollMemory(): void {
  const { key, state, hash } = useLocation();
  const movement = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', storePositions);
    return () => window.removeEventListener('pagehide', storePositions);
  }, []);

  // In the layout phase, so that the old page's listener is gone before the new page scrolls to its top.
  useLayoutEffect(() => {
    followScroll(key);
    return () => followScroll(null);
  }, [key]);

  useLayoutEffect(() => {
    if (movement === 'POP') return returnTo(findPosition(key) ?? 0);
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (!keepsScroll(state)) window.scrollTo(0, 0);
    return undefined;
  }, [key, movement, state, hash]);
}

function keepsScroll(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepScroll' in state && state.keepScroll === true;
}

/** Scrolls as soon as the page is long enough; a reader who scrolls meanwhile is left alone. */
function returnTo(top: number): () => void {
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
  const attempt = () => {
    // The top is there on every page; asking for its height would lay it out before its first frame.
    if (top > 0 && document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo(0, top);
    stop();
  };
  const growth = new ResizeObserver(attempt);
  const timer = setTimeout(stop, GIVE_UP_MS);
  growth.observe(document.body);
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchstart', stop, { passive: true });
  attempt();
  return stop;
}
