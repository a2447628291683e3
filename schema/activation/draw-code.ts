import { checkLetterOf } from './check-letter.ts';
import { CODE_GROUP_LETTERS, CODE_GROUPS, CODE_LETTERS, CODE_PREFIX_MAX_LETTERS } from './code-alphabet.ts';

/** A secure source of random bytes: the global `crypto` of browsers and of Node. */
export interface RandomSource {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown;
}

const DRAWN_LETTERS = CODE_GROUPS * CODE_GROUP_LETTERS - 1;
/** Bytes from here on would make the first letters more frequent than the others. */
const FAIR_BYTES = 256 - (256 % CODE_LETTERS.length);
const PREFIX = new RegExp(`^[A-Z0-9]{0,${CODE_PREFIX_MAX_LETTERS}}$`);

/**
 * Draws an activation code such as `SCHOOL-7KQ2-M9XD-R4TB`, with 54 random bits. Its last letter checks the others,
 * prefix included.
 *
 * @param prefix up to twelve of A–Z and 0–9, or empty; throws for any other
 */
export function drawCode(prefix: string, random: RandomSource): string {
  if (!PREFIX.test(prefix)) throw new TypeError('A prefix has up to 12 of the letters A–Z and 0–9.');
  for (;;) {
    const letters = drawLetters(DRAWN_LETTERS, random);
    const check = checkLetterOf(prefix + letters);
    // A fifth of what MOD 37-2 returns could be misread, or is no letter: such a code is drawn again.
    if (CODE_LETTERS.includes(check)) return inGroups(prefix, letters + check);
  }
}

/** Draws so many different codes ({@link drawCode}). */
export function drawCodes(prefix: string, count: number, random: RandomSource): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(drawCode(prefix, random));
  return [...codes];
}

function drawLetters(count: number, random: RandomSource): string {
  let letters = '';
  const bytes = new Uint8Array(count);
  while (letters.length < count) {
    random.getRandomValues(bytes);
    for (const byte of bytes)
      if (byte < FAIR_BYTES) letters += CODE_LETTERS.charAt(byte % CODE_LETTERS.length);
  }
  return letters.slice(0, count);
}

function inGroups(prefix: string, letters: string): string {
  const groups = Array.from({ length: CODE_GROUPS }, (_, at) =>
    letters.slice(at * CODE_GROUP_LETTERS, (at + 1) * CODE_GROUP_LETTERS),
  );
  return (prefix === '' ? groups : [prefix, ...groups]).join('-');
}
