import { normalizeCode } from '../learning/activation.ts';
import { checkCode } from './check-code.ts';
import { withPlainDigits } from './code-digits.ts';
import { CODE_PARAMETER } from './code-link.ts';

/** Marks of direction, soft hyphens, joiners, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{DI}]/gu;
const CONTROLS = /\p{Cc}/gu;
const FOREIGN_LETTER = /[^\P{L}\p{sc=Latin}\p{sc=Zyyy}]\p{M}*/u;
/** Most codes: nothing in them has a second spelling. */
const PLAIN = /^[!-~]+$/;

/**
 * Letters of other keyboards whose shape is that of the Latin letter below. Without the small Greek ones that look like
 * one Latin letter and are the small form of another, such as ν.
 */
const LOOK_ALIKES = 'АВЕЅІЈКМНОРСТУХавеѕіјкмнорстухΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεζικορτχİı';
const LATIN_SHAPES = 'ABESIJKMHOPCTYXabesijkmhopctyxABEZHIKMNOPTYXabezikoptxIi';
const latinOf = new Map([...LOOK_ALIKES].map((letter, at) => [letter, LATIN_SHAPES.charAt(at)]));
const LOOK_ALIKE = new RegExp(`[${LOOK_ALIKES}]`, 'gu');

/**
 * A code with the characters that it was meant to have: without invisible ones, with wide letters and the digits of any
 * script as ASCII, and with Latin letters for look-alikes if nothing but Latin letters remains then. Case, dashes and
 * punctuation stay.
 */
export function tidyCode(text: string): string {
  if (PLAIN.test(text)) return text;
  const visible = text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').replace(CONTROLS, '');
  const tidy = withPlainDigits(visible).trim();
  const latin = tidy.replace(LOOK_ALIKE, (letter) => latinOf.get(letter) ?? letter);
  return FOREIGN_LETTER.test(latin) ? tidy : latin;
}

/** What is put around or into a code, without a meaning: quotes, brackets, dots and bullets, emphasis of a chat. */
const MARKS = /[.'"`´*\u00b7\u02bc\u2022\u2027\u2032\u30fb\p{Pi}\p{Pf}\p{Ps}\p{Pe}]/gu;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const LABEL = /^(?:\p{L}+ ){0,3}code (?:is )?(?=.*[\p{L}\p{N}])/iu;

/** {@link tidyCode} of the code in a text, which may be a link, a sentence, or a label and a code: `Code: SEA-1.` */
export function bareCode(text: string): string {
  const certain = certainCodeIn(text);
  if (certain !== null) return certain;
  const parts = text.normalize('NFKC').replace(INVISIBLE, '').split(/[:=]/);
  const last = parts.findLast((part) => LETTER_OR_DIGIT.test(part)) ?? '';
  const code = last.replace(EDGES, '').replace(LABEL, '');
  return tidyCode(code).replace(MARKS, '').replace(EDGES, '');
}

/** The text of a code field as it is stored and sent: the code of a link or of a sentence instead of the whole. */
export function codeToSend(text: string): string {
  return certainCodeIn(text) ?? text.trim();
}

const LINKED = new RegExp(`[#?&]${CODE_PARAMETER}=([^&#\\s]+)`, 'i');
const DRAWN = /^(?:[A-Z0-9]{1,12}-)?[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/;

/** The code of a link, or the only one in a text whose check letter is right; null without one. */
function certainCodeIn(text: string): string | null {
  const linked = LINKED.exec(text)?.[1];
  if (linked !== undefined) return tidyCode(decoded(linked));
  const parts = tidyCode(text)
    .replace(/\p{Pd}/gu, '-')
    .toUpperCase()
    .split(/[^A-Z0-9-]+/);
  const drawn = parts.filter((one) => DRAWN.test(one) && checkCode(one) === 'right');
  const [code, ...others] = new Set(drawn);
  return code === undefined || others.length > 0 ? null : code;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The normalised forms under which a code may be stored that was entered as `text`, the most literal first: an uploaded
 * code may contain any character.
 */
export function codeKeys(text: string): string[] {
  const keys = [text, tidyCode(text), bareCode(text)].map(normalizeCode);
  return [...new Set(keys)].filter((key) => key !== '');
}

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Cyrillic', /\p{sc=Cyrl}/u],
  ['Greek', /\p{sc=Grek}/u],
  ['Arabic', /\p{sc=Arab}/u],
  ['Hebrew', /\p{sc=Hebr}/u],
  ['Devanagari', /\p{sc=Deva}/u],
  ['Chinese', /\p{sc=Hani}/u],
  ['Japanese', /[\p{sc=Hira}\p{sc=Kana}]/u],
  ['Korean', /\p{sc=Hang}/u],
];
const ODD = /[^A-Z0-9\s\p{Pd}\u2212]\p{M}*/iu;

/**
 * Names a character of a code that is not of A–Z and 0–9, such as `the character “Ж” (Cyrillic)`; a letter of another
 * script before punctuation. Null without one.
 */
export function oddCharacter(text: string): string | null {
  const code = bareCode(text);
  // A letter of another script is worth more than a mark.
  const [character] = FOREIGN_LETTER.exec(code) ?? ODD.exec(code) ?? [];
  if (character === undefined) return null;
  const script = SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0];
  return `the character “${character}”${script === undefined ? '' : ` (${script})`}`;
}

/** Whether a code has Latin letters and others that look like none of them: a keyboard was switched in the middle. */
export function mixesScripts(text: string): boolean {
  const code = bareCode(text);
  return FOREIGN_LETTER.test(code) && /\p{sc=Latin}/u.test(code);
}
