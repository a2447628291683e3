import { CODE_SEPARATORS, normalizeCode } from '../learning/activation.ts';
import { endsWithCheckLetter } from './check-letter.ts';
import { CODE_LETTERS } from './code-alphabet.ts';

/**
 * - `right`: the letters match the check letter, as in every code that Carrel drew.
 * - `wrong letter`: the shape is that of a drawn code, the check letter does not match. An uploaded code may look so
 *   too, so it is a warning and never a refusal.
 * - `not of this shape`: an uploaded code, or one too wrong to say anything about it.
 */
export type CodeCheck = 'right' | 'wrong letter' | 'not of this shape';

/** With a dash or space between all groups or none, because a code is copied with or without them. */
const SHAPE = /^(?:(?:[A-Z0-9]{1,12}-)?[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{12,24})$/;
const CHECKED_LETTERS = 12;

/** Checks a code as it was typed, in any case, with dashes and spaces of any kind. */
export function checkCode(typed: string): CodeCheck {
  const letters = normalizeCode(typed);
  if (!hasShape(typed, letters)) return 'not of this shape';
  return endsWithCheckLetter(letters) ? 'right' : 'wrong letter';
}

/** A second letter that codes do not have shows that the code is not one of ours, rather than mistyped. */
function hasShape(typed: string, letters: string): boolean {
  if (!SHAPE.test(withPlainDashes(typed))) return false;
  return [...letters.slice(-CHECKED_LETTERS)].filter((letter) => !CODE_LETTERS.includes(letter)).length <= 1;
}

/** Upper case, with one dash between groups. */
function withPlainDashes(typed: string): string {
  return typed.split(CODE_SEPARATORS).filter(Boolean).join('-').toUpperCase();
}
