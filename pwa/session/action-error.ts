import { describeFailure } from '#schema/messages/user-facing-error.ts';

/*
 * Errors of actions that have no place of their own for a message: the frame shows them, so nothing fails
 * silently.
 */
let actionError: string | null = null;
const listeners = new Set<() => void>();

/** Runs a user's action. If it fails, the frame shows the error; it never rejects. */
export function attempt(work: () => Promise<unknown>): void {
  setActionError(null);
  work().catch((error) => setActionError(describeFailure(error)));
}

/** Returns the last action error's message; null if there was none, or it was dismissed. */
export function getActionError(): string | null {
  return actionError;
}

export function dismissActionError(): void {
  setActionError(null);
}

export function subscribeActionError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setActionError(next: string | null): void {
  actionError = next;
  for (const listener of listeners) listener();
}
