const STORAGE_KEY = 'carrel-scroll';
const REMEMBERED_MAX = 50;

/** The router's key of every page that was opened by URL. */
export const FIRST_PAGE = 'default';

/** The scroll positions of this tab, by history entry. sessionStorage preserves them over a reload. */
const positions = new Map<string, number>(readPositions());
// All pages opened by URL share one key, so its position is valid only after a reload or a back navigation.
if (!isLoadedAgain()) positions.delete(FIRST_PAGE);

let followed: string | null = null;

/** Pixels from the top at which this history entry was left; undefined for a new one. */
export function findPosition(key: string): number | undefined {
  return positions.get(key);
}

/** Records where this history entry is now: the user may have scrolled before the app started. */
export function notePosition(key: string): void {
  positions.set(key, window.scrollY);
}

/** Records each scroll for this history entry, until called with another; null stops it. */
export function followScroll(key: string | null): void {
  if (followed === null) window.addEventListener('scroll', remember, { passive: true });
  followed = key;
  if (key === null) window.removeEventListener('scroll', remember);
}

/** Stores the positions for the next page of this tab. */
export function storePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-REMEMBERED_MAX)));
  } catch {
    // Without storage, the positions last until the page is unloaded.
  }
}

function remember(): void {
  if (followed === null) return;
  positions.delete(followed);
  positions.set(followed, window.scrollY);
}

function isLoadedAgain(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate';
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
