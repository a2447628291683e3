import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORAGE_KEY = 'carrel-scroll';
const REMEMBERED_MAX = 50;
/** How long a page that is still growing is waited for before its old position is given up. */
const GIVE_UP_MS = 1_500;

/** The router's key of whatever page a tab was opened or sent to by its address. */
const ENTRY_KEY = 'default';

/** Positions of this tab by history entry; sessionStorage carries them over a reload. */
const positions = new Map<string, number>(readPositions());
// All pages that were opened by their address share one key, so only a reload or a way back may use its position.
if (isOpenedAnew()) positions.delete(ENTRY_KEY);

function isOpenedAnew(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate';
}

/** The router calls every first page of a tab by this key: what it remembers counts only when that page is loaded again. */
const FIRST_PAGE = 'default';
if (!isLoadedAgain()) positions.delete(FIRST_PAGE);

function isLoadedAgain(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type !== 'navigate';
}

function readPositions(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}

function storePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-REMEMBERED_MAX)));
  } catch {
    // Without storage the positions last as long as the tab's page does.
  }
}

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
    const remember = () => {
      positions.delete(key);
      positions.set(key, window.scrollY);
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    if (movement === 'POP') return returnTo(positions.get(key) ?? 0);
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
