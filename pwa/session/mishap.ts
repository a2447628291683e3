import { describeFailure } from '#schema/spoken-error.ts';

/*
 * What failed of something that a person pressed on, where that place has no words of its own for it: the
 * frame tells it, so that nothing fails silently.
 */
let mishap: string | null = null;
const listeners = new Set<() => void>();

/** Does what a person asked for. If it fails, the frame says so; it never rejects. */
export function attempt(work: () => Promise<unknown>): void {
  setMishap(null);
  work().catch((error) => setMishap(describeFailure(error)));
}

/** The sentence of the last mishap; null when there was none, or it was read. */
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
