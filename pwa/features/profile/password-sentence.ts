import { messages } from '#schema/messages.ts';
import { CallError } from '../../api/call.ts';
import { sentenceOf } from '../../api/sentence.ts';

/** What the screen says about a change of password that failed: the server's words, the catalogue's, else its own (section 8). */
export function passwordSentence(error: unknown): string {
  const hasOwn = error instanceof CallError && [401, 403, 404].includes(error.status);
  return hasOwn ? error.message : sentenceOf(error, messages.passwordScreenFailed);
}
