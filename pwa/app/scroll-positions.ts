const STORAGE_KEY = 'carrel-scroll';
const REMEMBERED_MAX = 50;

/** The router's key of whatever page a tab was opened or sent to by its address. */
export const FIRST_PAGE = 'default';

/** Where the pages of this tab were left, by history entry; sessionStorage carries it over a reload. */
const positions = new Map<string, number>(readPositions());
// All pages that were opened by their address share one key, so only a reload or a way back may use its position.
if (!isLoadedAgain()) positions.delete(FIRST_PAGE);

let followed: string | null = null;

/** Pixels from the top, where this history entry was left; undefined for a new one. */
export function findPosition(key: string): number | undefined {
  return positions.get(key);
}

/** Remembers every scroll as one of this history entry, until another is followed; null for none. */
export function followScroll(key: string | null): void {
  if (followed === null) window.addEventListener('scroll', remember, { passive: true });
  followed = key;
  if (key === null) window.removeEventListener('scroll', remember);
}

/** Writes the positions down for the next page of this tab. */
export function storePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-REMEMBERED_MAX)));
  } catch {
    // Without storage the positions last as long as the tab's page does.
  }
}

function remember(): void {
  if (followed === null) return;
  positions.delete(followed);
  positions.set(followed, window.scrollY);
}

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
