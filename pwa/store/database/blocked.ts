/*
 * Whether this tab waits for another tab that has an older version of a user's store open and does not close
 * it (for example a frozen tab). Until then nothing can be read here, which the screen has to say.
 */
let isHeld = false;
const listeners = new Set<() => void>();

export function isStoreBlocked(): boolean {
  return isHeld;
}

export function watchStoreBlocked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called when opening a store is blocked; the state stays set until the request ends. */
export function noteBlocked(request: EventTarget | null): void {
  change(true);
  for (const end of ['success', 'error']) request?.addEventListener(end, () => change(false));
}

function change(next: boolean): void {
  isHeld = next;
  for (const listener of listeners) listener();
}
