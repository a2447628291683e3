import { type Mirror, readMirror, writeMirror } from './mirror.ts';
import { Signal } from './observable.ts';
import { isSiteDataBlocked } from './site-data.ts';

/**
 * A localStorage that cannot throw: if the browser blocks it or it is full, values live in memory as long as
 * the page. A change notifies every listener, in this tab and in the others. After {@link restoreItems} has
 * run, values also survive a crash (see `mirror.ts`).
 */

/** Counts changes to decide after a crash which of localStorage and its mirror is newer. */
const CHANGE_COUNT_KEY = 'carrel.stamp';
/** The app's own items; other keys are never mirrored or removed. */
const isOurs = (key: string) => key === 'token' || (key.startsWith('carrel') && key !== CHANGE_COUNT_KEY);

/**
 * Nothing is mirrored until localStorage was compared with its mirror: a change would give items that a crash
 * rolled back a new change count, and the older state, such as a user who signed out, would win.
 */
let isCompared = false;
let noteCompared = () => {};
const compared = new Promise<void>((resolve) => {
  noteCompared = resolve;
});
/** Keys that changed before the comparison; they are newer than both. */
const changedEarly = new Set<string>();

const memory = new Map<string, string>();
const changes = new Map<string, Signal>();

export function readItem(key: string): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
  noteChange(key);
}

/** Whether the value of this key, or the next one, outlives the page. */
export function isLasting(key: string): boolean {
  return !memory.has(key) && !isSiteDataBlocked();
}

export function removeItem(key: string): void {
  removeItemAtEnd(key);
  noteChange(key);
}

function noteChange(key: string): void {
  if (isCompared) mirrorItems();
  else changedEarly.add(key);
  notify(key);
}

/**
 * Removes an item without updating the mirror, for a page that is about to end: a transaction started then
 * can delay the next page's (docs/why/storage.md). At worst a crash restores the item.
 */
export function removeItemAtEnd(key: string): void {
  memory.delete(key);
  try {
    globalThis.localStorage?.removeItem(key);
  } catch {
    // Blocked storage contains none of our items.
  }
}

/**
 * Restores what a crash removed from localStorage; resolves when the items can be trusted. Call it once, at
 * start. Returns whether the items are as new as a mirror: otherwise nothing follows from one that is missing.
 */
export async function restoreItems(): Promise<boolean> {
  // Nothing can be restored into blocked storage.
  const mirror = isSiteDataBlocked() ? null : await readMirror();
  const isRestored = restoreFrom(mirror);
  isCompared = true;
  noteCompared();
  if (changedEarly.size > 0) mirrorItems();
  changedEarly.clear();
  return isRestored;
}

/** Resolves when {@link restoreItems} has: for work that would conclude something wrong from old items. */
export function untilRestored(): Promise<void> {
  return compared;
}

function restoreFrom(mirror: Mirror | null): boolean {
  if (mirror === null) return false;
  if (mirror.stamp <= readChangeCount()) return true;
  const keys = new Set([...Object.keys(ourItems()), ...Object.keys(mirror.items)]);
  const changed = [...keys].filter((key) => !changedEarly.has(key));
  try {
    for (const key of changed) {
      const value = mirror.items[key];
      if (value === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    }
    localStorage.setItem(CHANGE_COUNT_KEY, String(mirror.stamp));
  } catch {
    return false;
  }
  for (const key of changed) notify(key);
  return true;
}

let isMirroring = false;

/** One snapshot for all changes of this turn. */
function mirrorItems(): void {
  if (isMirroring || isSiteDataBlocked()) return;
  isMirroring = true;
  queueMicrotask(() => {
    isMirroring = false;
    try {
      const changeCount = readChangeCount() + 1;
      localStorage.setItem(CHANGE_COUNT_KEY, String(changeCount));
      void writeMirror({ stamp: changeCount, items: ourItems() });
    } catch {
      // Blocked storage has nothing to mirror.
    }
  });
}

function readChangeCount(): number {
  return Number(readItem(CHANGE_COUNT_KEY) ?? 0) || 0;
}

/** Returns the keys of localStorage with this prefix; none if it is blocked. */
export function listKeys(prefix: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function ourItems(): Record<string, string> {
  const items: Record<string, string> = {};
  for (let index = 0; index < localStorage.length; index += 1) {
    const key = localStorage.key(index);
    const value = key !== null && isOurs(key) ? localStorage.getItem(key) : null;
    if (key !== null && value !== null) items[key] = value;
  }
  return items;
}

/** Calls `listener` after each change of `key`, also by another tab. Returns a function that stops. */
export function watchItem(key: string, listener: () => void): () => void {
  listenToOtherTabs();
  const signal = changes.get(key) ?? new Signal();
  changes.set(key, signal);
  return signal.subscribe(listener);
}

function notify(key: string): void {
  changes.get(key)?.emit();
}

let isListening = false;

function listenToOtherTabs(): void {
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener?.('storage', ({ key }) => {
    // A null key means that everything was cleared.
    for (const known of key === null ? changes.keys() : [key]) notify(known);
  });
  // A page in the bfcache received no events.
  globalThis.addEventListener?.('pageshow', ({ persisted }) => {
    if (persisted) for (const known of changes.keys()) notify(known);
  });
}
