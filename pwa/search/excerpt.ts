import { fold } from './fold.ts';

/** A piece of a text; `isFound` where it is what was looked for. */
export interface Piece {
  readonly text: string;
  readonly isFound: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const EXCERPT_CHARACTERS = 180;
/** So much of it stands before the first word that was found. */
const LEAD_CHARACTERS = 50;
/** More places than these are not looked at: the best of them is good enough. */
const PLACES_MAX = 24;
/** What words are parted by; as the index parts them. */
const BOUNDARY = /[\n\r\p{Z}\p{P}]/u;

/** The whole text in pieces, with the words of `terms` (folded) marked. */
export function markAll(text: string, terms: readonly string[]): Piece[] {
  return piecesOf(text, { from: 0, to: text.length }, findSpans(fold(text), terms));
}

/**
 * The part of a text around the place where most of the terms (folded) meet; its beginning where there is none.
 *
 * @param foldedText the same text, folded
 */
export function excerptOf(text: string, terms: readonly string[], foldedText: string): Piece[] {
  const spans = findSpans(foldedText, terms);
  const best = densest(spans);
  const from = best === null ? 0 : startOfWord(text, best.from - LEAD_CHARACTERS);
  const to = endOfWord(text, from + EXCERPT_CHARACTERS);
  const pieces = piecesOf(text, { from, to }, spans);
  const before = from > 0 ? [{ text: '… ', isFound: false }] : [];
  const after = to < text.length ? [{ text: ' …', isFound: false }] : [];
  return [...before, ...pieces, ...after];
}

/** Where the terms stand as whole words, in order and without overlap. */
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
      if (!isWord(foldedText, span)) continue;
      spans.push(span);
      found += 1;
    }
  }
  return spans.sort((a, b) => a.from - b.from).filter((span, at, all) => span.from >= (all[at - 1]?.to ?? 0));
}

/** Where a folded term stands as a whole word of a folded text; -1 where it does not. */
export function wholeWordAt(foldedText: string, term: string): number {
  return findSpans(foldedText, [term])[0]?.from ?? -1;
}

function isWord(text: string, { from, to }: Span): boolean {
  return (
    (from === 0 || BOUNDARY.test(text.charAt(from - 1))) &&
    (to === text.length || BOUNDARY.test(text.charAt(to)))
  );
}

/** The span from which on most others follow within one excerpt. */
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

function startOfWord(text: string, at: number): number {
  if (at <= 0) return 0;
  const blank = text.indexOf(' ', at);
  return blank === -1 ? at : blank + 1;
}

function endOfWord(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', at);
  return blank === -1 ? at : blank;
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
