import { messages } from '#schema/messages.ts';
import { sentenceOf } from '../../api/sentence.ts';

/** What the screen says about a change of password that failed: the server's sentence, the catalogue's, else its own (section 8). */
export function passwordSentence(error: unknown): string {
  return sentenceOf(error, messages.passwordScreenFailed);
}
