import { restoreItems } from '../device/local-storage.ts';

/*
 * Whether localStorage can be trusted. A browser that was killed may restore a state of minutes ago, and only
 * the mirror is newer. That is good enough for a first render, which is corrected a moment later, but no
 * redirect may depend on it.
 */
let isChecked = false;
let isVerified = false;
let checking: Promise<void> | null = null;
const listeners = new Set<() => void>();

/**
 * Compares localStorage with its mirror, once per page. Items lost in a crash are restored when it resolves.
 */
export function checkMemory(): Promise<void> {
  checking ??= restoreItems().then((hasMirror) => {
    isChecked = true;
    isVerified = hasMirror;
    for (const listener of listeners) listener();
  });
  return checking;
}

/** There was a mirror to compare with. Without one this is a new device, or one that lost its storage. */
export function isMemoryVerified(): boolean {
  return isVerified;
}

export function isMemoryChecked(): boolean {
  return isChecked;
}

/** Calls `listener` once it is. Returns a function that stops. */
export function subscribeMemory(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
