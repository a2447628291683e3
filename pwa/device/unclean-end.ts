import { fillLog } from './fill-log.ts';
import { listKeys, readItem, removeItemAtEnd, untilRestored, writeItem } from './local-storage.ts';
import { OPEN_TAB } from './open-tabs.ts';

/*
 * Detects whether the app ended without notice: killed, crashed, or the device lost power. Every visible tab
 * has a marker in localStorage and holds a Web Lock of the same name. A tab that is hidden or left removes
 * its marker, so an app that the system ends in the background, which is normal on phones, has ended cleanly.
 * A marker without a lock belongs to a tab that had no time for that.
 */
const UNCLEAN_END = 'carrel.unclean-end';

/** Returns when an end without notice was detected; null if never. */
export function readUncleanEnd(): string | null {
  return readItem(UNCLEAN_END);
}

let isProtected: Promise<void> | null = null;

/**
 * Protects the databases after an end without notice, and marks this tab. Call it before any database is opened; a
 * second call changes nothing. Resolves when nothing is at risk, as far as localStorage knows.
 */
export function protectDatabases(): Promise<void> {
  isProtected ??= protect();
  return isProtected;
}

async function protect(): Promise<void> {
  await recoverFromUncleanEnd();
  markWhileVisible();
  // A crash may have taken the markers out of localStorage; the mirror still has them.
  void untilRestored().then(() => recoverFromUncleanEnd());
}

/**
 * Fills the log of the databases after an end without notice, and records its time. Does nothing, and opens no
 * database, if no tab ended so. The markers stay until the log is full: a page that is killed before leaves them to
 * the next one.
 */
export async function recoverFromUncleanEnd(now = new Date()): Promise<void> {
  const left = await listLeftMarkers();
  if (left.length === 0) return;
  await fillLog().catch(() => undefined);
  writeItem(UNCLEAN_END, now.toISOString());
  for (const marker of left) removeItemAtEnd(marker);
}

/** Returns the markers of tabs that ended without notice. */
async function listLeftMarkers(): Promise<string[]> {
  const markers = listKeys(OPEN_TAB);
  if (markers.length === 0) return [];
  const open = new Set(await listHeldLocks());
  return markers.filter((marker) => !open.has(marker));
}

/**
 * Maintains this tab's marker while the tab is visible; does nothing without a page. Returns a function that
 * stops.
 */
export function markWhileVisible(): () => void {
  if (globalThis.document === undefined) return () => {};
  const marker = `${OPEN_TAB}${crypto.randomUUID()}`;
  let close: (() => void) | null = null;
  const open = () => {
    if (close !== null || isHidden()) return;
    close = holdMarker(marker);
  };
  const end = () => {
    close?.();
    close = null;
  };
  const change = () => (isHidden() ? end() : open());
  open();
  document.addEventListener('visibilitychange', change);
  globalThis.addEventListener('pageshow', open);
  globalThis.addEventListener('pagehide', end);
  return () => {
    document.removeEventListener('visibilitychange', change);
    globalThis.removeEventListener('pageshow', open);
    globalThis.removeEventListener('pagehide', end);
    end();
  };
}

function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

/**
 * The lock is taken before the marker is set and released after it is removed, so no other tab sees the
 * marker without it.
 */
function holdMarker(marker: string): () => void {
  let release = () => {};
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = () => {
    if (isClosed) return Promise.resolve();
    writeItem(marker, new Date().toISOString());
    return closed;
  };
  if ('locks' in navigator) navigator.locks.request(marker, hold).catch(() => undefined);
  else void hold();
  return () => {
    isClosed = true;
    removeItemAtEnd(marker);
    release();
  };
}

/** Without Web Locks a second window counts as an end without notice, which costs one unneeded check. */
async function listHeldLocks(): Promise<string[]> {
  if (!('locks' in navigator) || !('query' in navigator.locks)) return [];
  const { held = [] } = await navigator.locks.query();
  return held.flatMap(({ name }) => name ?? []);
}
