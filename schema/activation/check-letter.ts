/** The characters of ISO 7064 MOD 37-2, in the order of their values; the last one occurs only as a check. */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*';
const MODULUS = 37;
const RADIX = 2;
/** The remainder of a text that ends with its check letter. */
const RIGHT_REMAINDER = 1;

/**
 * Returns the check letter that ISO 7064 MOD 37-2 adds to a text, which may be `*`. It finds every wrong letter and
 * every swap, of neighbours or not, within 36 letters.
 *
 * @param text letters A–Z and digits; throws for any other
 */
export function checkLetterOf(text: string): string {
  const remainder = (remainderOf(text) * RADIX) % MODULUS;
  return CHARACTERS.charAt((MODULUS + RIGHT_REMAINDER - remainder) % MODULUS);
}

/** Whether a text of letters A–Z and digits ends with its check letter. */
export function endsWithCheckLetter(text: string): boolean {
  return remainderOf(text) === RIGHT_REMAINDER;
}

/** The sum of the letters' values, each weighted by a power of two that falls to 1 at the last letter. */
function remainderOf(text: string): number {
  let remainder = 0;
  for (const letter of text) {
    const value = CHARACTERS.indexOf(letter);
    if (value < 0) throw new TypeError('Only A–Z and 0–9 have a check letter.');
    remainder = (remainder * RADIX + value) % MODULUS;
  }
  return remainder;
}
