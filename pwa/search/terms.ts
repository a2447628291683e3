import { fold } from '#schema/search/fold.ts';

/*
 * Terms of folded texts. Scripts without spaces, and Korean, whose words stand together, are *dense*: any part of a
 * dense run may be a word, so these are searched as parts of the text, and the index has only the other words.
 */

const DENSE =
  '\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}\\p{sc=Hang}\\u30fc\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Lana}\\p{sc=Java}\\p{sc=Bali}';
const DENSE_RUN = new RegExp(`[${DENSE}]+`, 'gu');
const STARTS_DENSE = new RegExp(`^[${DENSE}]`, 'u');
const SEPARATOR = '\\n\\r\\p{Z}\\p{P}';
const SEPARATORS = new RegExp(`[${SEPARATOR}]+`, 'u');
/** The Arabic article, alone or behind a one-letter word that is written together with it. */
const ARTICLE = '(?:[وفبك]?ال|لل)';
const ARTICLE_MAX_CHARACTERS = 3;
const STARTS_WITH_ARTICLE = new RegExp(`^${ARTICLE}(?=.{3})`, 'u');
const ENDS_BEFORE_TERM = new RegExp(`(?:^|[${SEPARATOR}${DENSE}])(${ARTICLE}?)$`, 'u');
const STARTS_AFTER_TERM = new RegExp(`^(?:$|[${SEPARATOR}${DENSE}])`, 'u');

export const isDense = (term: string): boolean => STARTS_DENSE.test(term);

/** The words of a folded text, without its dense runs. */
export const termsOf = (folded: string): string[] =>
  folded
    .replace(DENSE_RUN, ' ')
    .split(SEPARATORS)
    .filter((term) => term !== '');

/** The word by which the index knows a folded word. */
export const stemOf = (term: string): string => term.replace(STARTS_WITH_ARTICLE, '');

/** Where a word begins that has this part of a folded text as its {@link stemOf}; null if that is another part of a word. */
export function startOfTerm(folded: string, from: number, to: number): number | null {
  if (!STARTS_AFTER_TERM.test(folded.slice(to, to + 2))) return null;
  const before = folded.slice(Math.max(0, from - ARTICLE_MAX_CHARACTERS - 1), from);
  const article = ENDS_BEFORE_TERM.exec(before)?.[1];
  return article === undefined ? null : from - article.length;
}

/** A dense run of a query, and the words in it. */
export interface DenseTerm {
  readonly run: string;
  readonly words: readonly string[];
}

export interface Query {
  /** Folded. */
  readonly words: readonly string[];
  readonly dense: readonly DenseTerm[];
}

export function readQuery(text: string): Query {
  const folded = fold(text);
  const runs = folded.match(DENSE_RUN) ?? [];
  return { words: termsOf(folded), dense: runs.map((run) => ({ run, words: splitDense(run) })) };
}

/** Marks that a browser may separate from their letter. */
const HAS_LETTER = /[\p{L}\p{N}]/u;

/** The words of a dense run, as the browser knows its language; the whole run in a browser that knows none. */
function splitDense(run: string): string[] {
  if (!('Segmenter' in Intl)) return [run];
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(run);
  return [...new Set([...segments].map(({ segment }) => segment))].filter((term) => HAS_LETTER.test(term));
}
