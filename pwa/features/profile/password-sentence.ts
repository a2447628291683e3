import { sentenceOf } from '#pwa/api/sentence.ts';
import { messages } from '#schema/messages/messages.ts';

/**
 * The message for a failed change of password: the server's, the catalogue's, or the screen's own (spec map,
 * section 8).
 */
export function passwordSentence(error: unknown): string {
  return sentenceOf(error, messages.passwordScreenFailed);
}
