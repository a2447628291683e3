import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { findPosition, followScroll, storePositions } from '#pwa/device/scroll-positions.ts';

/** How long to wait for a page to grow to its old scroll position. */
const RESTORE_TIMEOUT_MS = 1_500;

/**
 * A new page starts at the top or at the link's #anchor, unless the link has `state={{ keepScroll: true }}`.
 * Back and forward restore the scroll position, and wait for content that is still rendered from the store.
 */
export function useScrollMemory(): void {
  const { key, state, hash } = useLocation();
  const movement = useNavigationType();

  useEffect(() => {
    history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', storePositions);
    return () => window.removeEventListener('pagehide', storePositions);
  }, []);

  // In the layout phase, so that the old page's listener is removed before the new page scrolls to its top.
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

/** Scrolls as soon as the page is long enough, unless the user scrolls in the meantime. */
function returnTo(top: number): () => void {
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
  const attempt = () => {
    // Position 0 exists on every page; reading its height would force a layout before the first frame.
    if (top > 0 && document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo(0, top);
    stop();
  };
  const growth = new ResizeObserver(attempt);
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS);
  growth.observe(document.body);
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchstart', stop, { passive: true });
  attempt();
  return stop;
}
