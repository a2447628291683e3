import { messages } from './messages.ts';

/** An error whose `message` is a sentence for people. What libraries and browsers throw speaks to programmers. */
export class SpokenError extends Error {
  override readonly name: string = 'SpokenError';
}

/** What is said of something that failed: the error's own sentence where it has one, else `fallback`. */
export function describeFailure(error: unknown, fallback: string = messages.attemptFailed): string {
  return error instanceof SpokenError ? error.message : fallback;
}
