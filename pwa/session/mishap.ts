import { describeFailure } from '#schema/spoken-error.ts';

/*
 * Errors of actions that have no place of their own for a message: the frame shows them, so nothing fails
 * silently.
 */
let mishap: string | null = null;
const listeners = new Set<() => void>();

/** Runs a user's action. If it fails, the frame shows the error; it never rejects. */
export function attempt(work: () => Promise<unknown>): void {
  setMishap(null);
  work().catch((error) => setMishap(describeFailure(error)));
}

/** Returns the last action error's message; null if there was none, or it was dismissed. */
export function getMishap(): string | null {
  return mishap;
}

export function dismissMishap(): void {
  setMishap(null);
}

export function subscribeMishap(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setMishap(next: string | null): void {
  mishap = next;
  for (const listener of listeners) listener();
}
