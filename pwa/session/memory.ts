import { restoreItems } from '../device/local-storage.ts';
import { Observable, type Readable } from '../device/observable.ts';

/*
 * Whether localStorage can be trusted. A browser that was killed may restore a state of minutes ago, and only
 * the mirror is newer. That is good enough for a first render, which is corrected a moment later, but no
 * redirect may depend on it.
 */
const isChecked = new Observable(false);
let isVerified = false;
let checking: Promise<void> | null = null;

/** Whether {@link checkMemory} has resolved. */
export const memoryChecked: Readable<boolean> = isChecked;

/**
 * Compares localStorage with its mirror, once per page. Items lost in a crash are restored when it resolves.
 */
export function checkMemory(): Promise<void> {
  checking ??= restoreItems().then((hasMirror) => {
    isVerified = hasMirror;
    isChecked.set(true);
  });
  return checking;
}

/** There was a mirror to compare with. Without one this is a new device, or one that lost its storage. */
export function isMemoryVerified(): boolean {
  return isVerified;
}
