/*
 * How typed answers are compared: spelled as they are, without what a keyboard or its user cannot help. Never fuzzy.
 */

/** Latin, Greek and Cyrillic accents. Marks of other scripts, such as vowel signs, are letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Returns the text as it is compared: trimmed, with single spaces, in one case and one spelling of each letter (NFC).
 * Upper case first, so that `ß` equals `SS` and both kinds of sigma are one.
 */
export function foldAnswer(text: string, ignoresAccents = false): string {
  const folded = text.trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase();
  return (ignoresAccents ? folded.normalize('NFD').replace(ACCENTS, '') : folded).normalize('NFC');
}

/** Arabic and Persian digits, with their decimal point. */
const withLatinDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\u066b/g, '.');

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;
/** Spaces between digits, as thousands are written in many languages. */
const GROUPS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;

/**
 * Returns a typed number; null if it is none. A comma or a point is always the decimal one: `1,000` is one, because nobody
 * can know what it means where the comma is decimal.
 */
export function toNumber(text: string): number | null {
  const plain = withLatinDigits(text.trim())
    .replace(/\u2212/g, '-')
    .replace(GROUPS, '');
  if (!NUMBER.test(plain)) return null;
  const number = Number(plain.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}

/** The last digits of a difference of decimal fractions are noise: 0.4 - 0.3 is more than 0.1. */
const NOISE = 1e-12;

export function isWithin(number: number, value: number, tolerance: number): boolean {
  const noise = NOISE * Math.max(Math.abs(number), Math.abs(value));
  return Math.abs(number - value) <= tolerance + noise;
}
