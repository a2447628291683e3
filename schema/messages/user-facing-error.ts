import { messages } from './messages.ts';

/** An error whose `message` is user-facing. Errors of libraries and browsers are written for programmers. */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}

/** The user-facing message of a failure: the error's own if it has one, otherwise `fallback`. */
export function describeFailure(error: unknown, fallback: string = messages.attemptFailed): string {
  return error instanceof UserFacingError ? error.message : fallback;
}
