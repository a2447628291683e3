import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Below this ratio to the whole text a difference is worth the step that reading it takes. */
const DIFFERENCE_MAX_RATIO = 0.5;
/** Of 1 MB in 14 ms; the higher levels take twice as long for a tenth less. */
const COMPRESSION_LEVEL = 1;
const COMPRESSED = 'z';
const PLAIN = '=';

/** A text as stored: whole, or as what replaces the middle of another text. Never changes: rows have it. */
export interface EncodedText {
  /** How many characters of the other text precede and follow what is stored; null: it is the whole text. */
  readonly shared: { readonly start: number; readonly end: number } | null;
  readonly packed: string;
}

/** Encodes a text, as a difference from `base` if that is much shorter. */
export function encodeText(text: string, base: string | null): EncodedText {
  if (base === null) return { shared: null, packed: pack(text) };
  const shared = compareEnds(base, text);
  const middle = text.slice(shared.start, text.length - shared.end);
  if (middle.length > text.length * DIFFERENCE_MAX_RATIO) return { shared: null, packed: pack(text) };
  return { shared, packed: pack(middle) };
}

/** @param base the text that it was encoded from, for a difference */
export function decodeText({ shared, packed }: EncodedText, base: string): string {
  const stored = unpack(packed);
  return shared === null
    ? stored
    : base.slice(0, shared.start) + stored + base.slice(base.length - shared.end);
}

/**
 * The characters that two texts have in common at their starts and, of the rest, at their ends. Surrogate pairs are
 * not split.
 */
function compareEnds(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  if (isHighSurrogate(other.charCodeAt(start - 1))) start -= 1;
  const [oneEnd, otherEnd] = [one.length - 1, other.length - 1];
  let end = 0;
  while (end < most - start && one.charCodeAt(oneEnd - end) === other.charCodeAt(otherEnd - end)) end += 1;
  if (isLowSurrogate(other.charCodeAt(other.length - end))) end -= 1;
  return { start, end };
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** Base64, because an export of the database has no bytes. */
function pack(text: string): string {
  const compressed = COMPRESSED + deflateRawSync(text, { level: COMPRESSION_LEVEL }).toString('base64');
  return compressed.length < text.length ? compressed : PLAIN + text;
}

function unpack(packed: string): string {
  const rest = packed.slice(1);
  return packed.startsWith(PLAIN) ? rest : inflateRawSync(Buffer.from(rest, 'base64')).toString();
}
