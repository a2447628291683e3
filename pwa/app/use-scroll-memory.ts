import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORAGE_KEY = 'carrel-scroll';
const REMEMBERED_MAX = 50;
/** How long a page that is still growing is waited for before its old position is given up. */
const GIVE_UP_MS = 1_500;

/** Positions of this tab by history entry; sessionStorage carries them over a reload. */
const positions = new Map<string, number>(readPositions());

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

  useEffect(() => {
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
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
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
