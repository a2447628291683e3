import { messages } from '#schema/messages/messages.ts';
import { sentenceOf } from '../../api/sentence.ts';

/**
 * The message for a failed change of password: the server's, the catalogue's, or the screen's own (spec map,
 * section 8).
 */
export function passwordSentence(error: unknown): string {
  return sentenceOf(error, messages.passwordScreenFailed);
}
