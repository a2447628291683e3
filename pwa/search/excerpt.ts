import { foldWithPlaces } from '#schema/search/fold.ts';
import { isDense, startOfTerm } from './terms.ts';

/** A segment of a text; `isFound` if it matches the query. */
export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const EXCERPT_CHARACTERS = 180;
/** How many characters precede the first match. */
const LEAD_CHARACTERS = 50;
/** How many positions are compared: the best of them is good enough. */
const PLACES_MAX = 24;
/** Returns the whole text in segments, with the words in `terms` (folded) highlighted. */
export function markAll(text: string, terms: readonly string[]): Piece[] {
  return piecesOf(text, { from: 0, to: text.length }, findSpans(text, terms));
}

/**
 * Returns the part of a text around the place with the most terms (folded); its beginning if there is no
 * match.
 */
export function excerptOf(text: string, terms: readonly string[]): Piece[] {
  const spans = findSpans(text, terms);
  const best = densest(spans);
  const from = best === null ? 0 : afterBlank(text, best.from - LEAD_CHARACTERS, best.from);
  const to = beforeBlank(text, from + EXCERPT_CHARACTERS, best?.to ?? from);
  const pieces = piecesOf(text, { from, to }, spans);
  const before = from > 0 ? [{ text: '… ', isFound: false }] : [];
  const after = to < text.length ? [{ text: ' …', isFound: false }] : [];
  return [...before, ...pieces, ...after];
}

/** Returns the places of the folded terms in a text, in order and without overlap: parts of dense runs, else whole words. */
export function findSpans(text: string, terms: readonly string[]): Span[] {
  const folded = foldWithPlaces(text);
  const spans: Span[] = [];
  for (const term of terms) {
    let found = 0;
    for (
      let at = folded.text.indexOf(term);
      at !== -1 && found < PLACES_MAX;
      at = folded.text.indexOf(term, at + term.length)
    ) {
      const end = at + term.length;
      const start = isDense(term) ? at : startOfTerm(folded.text, at, end);
      if (start === null) continue;
      spans.push(folded.placeOf(start, end));
      found += 1;
    }
  }
  return spans
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter((span, at, all) => span.from >= (all[at - 1]?.to ?? 0));
}

/** The match that starts the excerpt with the most further matches. */
function densest(spans: readonly Span[]): Span | null {
  let best: Span | null = null;
  let most = 0;
  for (const [at, span] of spans.entries()) {
    const end = span.from + EXCERPT_CHARACTERS - LEAD_CHARACTERS;
    let count = 0;
    while ((spans[at + count]?.to ?? Number.POSITIVE_INFINITY) <= end) count += 1;
    if (count <= most) continue;
    best = span;
    most = count;
  }
  return best;
}

/** Returns `at`, or the start of the next word if that is not after `last`: some scripts have no spaces. */
function afterBlank(text: string, at: number, last: number): number {
  if (at <= 0) return 0;
  const blank = text.indexOf(' ', at);
  return blank === -1 || blank >= last ? at : blank + 1;
}

/** Returns `at`, or the end of the word before it if that is not before `first`. */
function beforeBlank(text: string, at: number, first: number): number {
  if (at >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', at);
  return blank < first ? at : blank;
}

function piecesOf(text: string, { from, to }: Span, spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const span of spans) {
    if (span.from < at || span.to > to) continue;
    if (span.from > at) pieces.push({ text: text.slice(at, span.from), isFound: false });
    pieces.push({ text: text.slice(span.from, span.to), isFound: true });
    at = span.to;
  }
  if (at < to) pieces.push({ text: text.slice(at, to), isFound: false });
  return pieces;
}
