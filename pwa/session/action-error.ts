import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { Observable, type Readable } from '../device/observable.ts';

/*
 * Errors of actions that have no place of their own for a message: the frame shows them, so nothing fails
 * silently.
 */
const current = new Observable<string | null>(null);

/** The last action error's message; null if there was none, or it was dismissed. */
export const actionError: Readable<string | null> = current;

/** Runs a user's action. If it fails, the frame shows the error; it never rejects. */
export function attempt(work: () => Promise<unknown>): void {
  current.set(null);
  work().catch((error) => current.set(describeFailure(error)));
}

export function dismissActionError(): void {
  current.set(null);
}
