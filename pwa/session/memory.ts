import { restoreItems } from '../device/local-storage.ts';

/*
 * Whether what localStorage says can be trusted. A browser that was killed may come back with what it said
 * minutes ago, and only its mirror knows better. That is good enough for a first picture, which is mended a
 * moment later, but nobody is led to another page because of it.
 */
let isChecked = false;
let isVouchedFor = false;
let checking: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Compares localStorage with its mirror, once for each page. What a crash took is back when it resolves. */
export function checkMemory(): Promise<void> {
  checking ??= restoreItems().then((hasMirror) => {
    isChecked = true;
    isVouchedFor = hasMirror;
    for (const listener of listeners) listener();
  });
  return checking;
}

/** A mirror was there to compare with. Without one this is a new device, or one that lost its memory. */
export function isMemoryVouchedFor(): boolean {
  return isVouchedFor;
}

export function isMemoryChecked(): boolean {
  return isChecked;
}

/** Calls `listener` once it is. Returns the way to stop. */
export function subscribeMemory(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
