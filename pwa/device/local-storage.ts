/**
 * localStorage that cannot throw: where the browser forbids or has filled it, values live in memory
 * for as long as the page does. One change reaches every listener, in this tab and in the others.
 */

const memory = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();

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
  notify(key);
}

export function removeItem(key: string): void {
  memory.delete(key);
  try {
    globalThis.localStorage?.removeItem(key);
  } catch {
    // Forbidden storage holds nothing of ours.
  }
  notify(key);
}

/** Calls `listener` after each change of `key`, also by another tab. Returns the way to stop. */
export function watchItem(key: string, listener: () => void): () => void {
  listenToOtherTabs();
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(listener));
  return () => set.delete(listener);
}

function notify(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener();
}

let isListening = false;

function listenToOtherTabs(): void {
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener?.('storage', ({ key }) => {
    // A null key means that everything was cleared.
    for (const known of key === null ? listeners.keys() : [key]) notify(known);
  });
}
