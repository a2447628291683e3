import { TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import { cut } from '../text/plain-text.ts';
import { titleOf } from '../text/titles.ts';

/** Halves of characters, and control characters but tabs and ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
const UNFIT = /[\p{Surrogate}\u0000-\u0008\u000B\u000C\u000E-\u001F]/gu;

/** Text without what no text of a course may have. */
export const wellFormed = (text: string): string => text.replace(UNFIT, '');

/** A text within the limit of descriptions. */
export const plainText = (text: string): string => cut(wellFormed(text).trim(), TEXT_MAX_CHARACTERS);

/** A title within its limit; `fallback` for an empty one. */
export const titleText = (title: string, fallback: string): string =>
  titleOf(wellFormed(title), '') || titleOf(wellFormed(fallback), '');
