import { CallError } from './call.ts';

/**
 * What a screen says about a call that failed (section 8): the server's own sentence, the network's when
 * nobody answered, else the screen's default.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  const isKnown = error instanceof CallError && (error.isServerSentence || error.status === 0);
  return isKnown ? error.message : fallback;
}
