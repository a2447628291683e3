/*
 * Whether this tab waits for another one that holds an older version of a person's store and does not let
 * go of it (a frozen tab, say). Until it does, nothing can be read here, and that has to be said.
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

/** Told when the opening of a store is blocked; it says so until the request comes to an end. */
export function noteBlocked(request: EventTarget | null): void {
  change(true);
  for (const end of ['success', 'error']) request?.addEventListener(end, () => change(false));
}

function change(next: boolean): void {
  isHeld = next;
  for (const listener of listeners) listener();
}
