import fc from 'fast-check';

const CHARACTERS = 0x11_00_00;
/** Halves of pairs in UTF-16 have these numbers, and are no characters. */
const [FIRST_HALF, HALVES] = [0xd8_00, 0x8_00];

const characterOf = (index: number): string =>
  String.fromCodePoint(index < FIRST_HALF ? index : index + HALVES);

function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? (text.codePointAt(0) ?? 0) : 0;
  const index = code < FIRST_HALF ? code : code - HALVES;
  if (characterOf(index) !== text) throw new TypeError('This is not one character');
  return index;
}

/**
 * Any character of Unicode, as the `unit` of a text. The unit `binary` of fast-check draws the same, and first puts a
 * million characters into a map, which takes each process a second.
 */
export const anyCharacter = fc.nat({ max: CHARACTERS - HALVES - 1 }).map(characterOf, indexOf);
