const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;

/** The text with wide digits, and those of any script, as 0–9. */
export function withPlainDigits(text: string): string {
  return text.replace(FOREIGN_DIGIT, digitOf);
}

/** The digits of a script are ten neighbours, from zero to nine. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value % 10);
}
