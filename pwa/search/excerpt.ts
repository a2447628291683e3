import { fold } from './fold.ts';

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
/** Separators between words, as the index splits them. */
const BOUNDARY = /[\n\r\p{Z}\p{P}]/u;

/** Returns the whole text in segments, with the words in `terms` (folded) highlighted. */
export function markAll(text: string, terms: readonly string[]): Piece[] {
  return piecesOf(text, { from: 0, to: text.length }, findSpans(fold(text), terms));
}

/**
 * Returns the part of a text around the place with the most terms (folded); its beginning if there is no
 * match.
 *
 * @param foldedText the same text, folded
 */
export function excerptOf(text: string, terms: readonly string[], foldedText: string): Piece[] {
  const spans = findSpans(foldedText, terms);
  const best = densest(spans);
  const from = best === null ? 0 : afterBlank(text, best.from - LEAD_CHARACTERS, best.from);
  const to = beforeBlank(text, from + EXCERPT_CHARACTERS, best?.to ?? from);
  const pieces = piecesOf(text, { from, to }, spans);
  const before = from > 0 ? [{ text: '… ', isFound: false }] : [];
  const after = to < text.length ? [{ text: ' …', isFound: false }] : [];
  return [...before, ...pieces, ...after];
}

/** Returns the positions of the terms as whole words, in order and without overlap. */
function findSpans(foldedText: string, terms: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const term of terms) {
    let found = 0;
    for (
      let at = foldedText.indexOf(term);
      at !== -1 && found < PLACES_MAX;
      at = foldedText.indexOf(term, at + term.length)
    ) {
      const span = { from: at, to: at + term.length };
      if (!isWholeTerm(foldedText, span)) continue;
      spans.push(span);
      found += 1;
    }
  }
  return spans.sort((a, b) => a.from - b.from).filter((span, at, all) => span.from >= (all[at - 1]?.to ?? 0));
}

/** Returns the position of a folded term as a whole word in a folded text; -1 if there is none. */
export function indexOfWholeTerm(foldedText: string, term: string): number {
  return findSpans(foldedText, [term])[0]?.from ?? -1;
}

function isWholeTerm(text: string, { from, to }: Span): boolean {
  return (
    (from === 0 || BOUNDARY.test(text.charAt(from - 1))) &&
    (to === text.length || BOUNDARY.test(text.charAt(to)))
  );
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
