import { CallError } from './call.ts';

/**
 * Returns a screen's message for a failed call (spec map, section 8): the server's own or the catalogue's for
 * this refusal, the network's without a response, otherwise the screen's default.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  const isKnown = error instanceof CallError && (error.isSpecific || error.status === 0);
  return isKnown ? error.message : fallback;
}
