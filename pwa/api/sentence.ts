import { CallError } from './call.ts';

/**
 * What a screen says about a call that failed (section 8): the server's own sentence or the catalogue's
 * for this refusal, the network's when nobody answered, else the screen's default.
 */
export function sentenceOf(error: unknown, fallback: string): string {
  const isKnown = error instanceof CallError && (error.isSpecific || error.status === 0);
  return isKnown ? error.message : fallback;
}
