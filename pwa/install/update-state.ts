import { Observable, type Readable } from '../device/observable.ts';

const current = new Observable<(() => void) | null>(null);

/** Applies the update that is ready; null while there is none. */
export const offeredUpdate: Readable<(() => void) | null> = current;

/** Sets that a new version is ready, and how to apply it. */
export function offerUpdate(apply: () => void): void {
  current.set(apply);
}

/** Applies the offered update; the page reloads. Does nothing if there is none. */
export function applyUpdate(): void {
  current.get()?.();
}
