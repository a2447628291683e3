import { isBlockTag, isVoidTag } from './known-html.ts';

/** A top-level piece of the source: an element or a run of text. */
export interface SourceBlock {
  /** The white space before it. */
  readonly before: string;
  readonly html: string;
}

export interface SplitSource {
  readonly blocks: readonly SourceBlock[];
  /** The white space after the last block. */
  readonly after: string;
}

interface Token {
  readonly kind: 'open' | 'close' | 'comment' | 'text';
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

/** Names of the elements in the order in which they are opened, in lower case. */
export function listTags(html: string): string[] {
  return tokenize(html)
    .filter((token) => token.kind === 'open')
    .map((token) => token.tag);
}

/** Whether there is an end tag without a start tag. Browsers ignore it silently. */
export function hasOrphanEndTag(html: string): boolean {
  const open = new Map<string, number>();
  for (const { kind, tag } of tokenize(html)) {
    if (kind !== 'open' && kind !== 'close') continue;
    const left = (open.get(tag) ?? 0) + (kind === 'open' ? 1 : -1);
    if (left < 0) return true;
    open.set(tag, left);
  }
  return false;
}

/**
 * Splits lesson HTML between its top-level elements; joined, the pieces are the exact source. Source with
 * mismatched tags is one piece.
 */
export function splitSource(html: string): SplitSource {
  const cuts = findCuts(tokenize(html));
  const ends = cuts ?? [html.length];
  const blocks: SourceBlock[] = [];
  let start = 0;
  for (const end of ends) {
    const piece = html.slice(start, end);
    const text = piece.trimStart();
    if (text === '') continue;
    const body = text.trimEnd();
    const before = piece.slice(0, piece.length - text.length);
    blocks.push({ before, html: body });
    start += before.length + body.length;
  }
  return { blocks, after: html.slice(start) };
}

/** The offsets at which blocks end; null if the tags do not match. */
function findCuts(tokens: readonly Token[]): number[] | null {
  const open: string[] = [];
  const cuts: number[] = [];
  for (const token of tokens) {
    if (token.kind === 'open') {
      if (open.length === 0 && isBlockTag(token.tag)) cuts.push(token.start);
      if (!isVoidTag(token.tag)) open.push(token.tag);
      else if (open.length === 0 && isBlockTag(token.tag)) cuts.push(token.end);
    } else if (token.kind === 'close') {
      if (open.pop() !== token.tag) return null;
      if (open.length === 0 && isBlockTag(token.tag)) cuts.push(token.end);
    } else if (token.kind === 'comment' && open.length === 0) {
      cuts.push(token.start, token.end);
    }
  }
  return open.length > 0 ? null : [...cuts, tokens.at(-1)?.end ?? 0];
}

/** Linear: an unclosed tag or comment extends to the end, as in a browser. */
function tokenize(html: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < html.length) {
    const token = html[start] === '<' ? readMarkup(html, start) : readText(html, start);
    tokens.push(token);
    start = token.end;
  }
  return tokens;
}

function readText(html: string, start: number): Token {
  const bracket = html.indexOf('<', start + 1);
  return { kind: 'text', tag: '', start, end: bracket === -1 ? html.length : bracket };
}

const NAME = /<(\/?)([A-Za-z][^\s/>]*)/y;
/** The rest of a tag after its name; a greater-than sign within quotes does not end it. */
const REST = /(?:[^>"']|"[^"]*"|'[^']*')*>/y;

function readMarkup(html: string, start: number): Token {
  if (html.startsWith('<!--', start)) {
    const close = html.indexOf('-->', start + 4);
    return { kind: 'comment', tag: '', start, end: close === -1 ? html.length : close + 3 };
  }
  NAME.lastIndex = start;
  const name = NAME.exec(html);
  if (name === null) return readText(html, start);
  REST.lastIndex = NAME.lastIndex;
  const end = REST.test(html) ? REST.lastIndex : html.length;
  return { kind: name[1] === '/' ? 'close' : 'open', tag: (name[2] ?? '').toLowerCase(), start, end };
}
