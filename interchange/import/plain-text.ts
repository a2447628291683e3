import { Parser } from 'htmlparser2';
import { TEXT_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '#schema/limits.ts';

/** Tags between which texts are on different lines. */
const BLOCKS: ReadonlySet<string> = new Set(
  'p div br hr li ul ol dl dt dd h1 h2 h3 h4 h5 h6 table tr blockquote pre section article header footer figure figcaption'.split(
    ' ',
  ),
);
/** Tags whose content is no text. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'head', 'template', 'iframe', 'object']);

/** The time of the parser grows with the square of the depth. No author nests so deep: the rest is not read. */
const DEPTH_MAX = 2_000;

/** The text of any HTML: a line for each block, without empty lines. */
export function textOfHtml(html: string): string {
  let text = '';
  let silent = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      depth += 1;
      if (depth > DEPTH_MAX) parser.pause();
      if (SILENT.has(name)) silent += 1;
      if (BLOCKS.has(name)) text += '\n';
    },
    onclosetag: (name) => {
      depth -= 1;
      if (SILENT.has(name)) silent -= 1;
      if (BLOCKS.has(name)) text += '\n';
      else if (name === 'td' || name === 'th') text += ' ';
    },
    ontext: (piece) => {
      if (silent === 0) text += piece.replace(/\s+/g, ' ');
    },
  });
  parser.end(html);
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** A description: the text of any HTML, cut where descriptions end. */
export const descriptionOf = (html: string): string => cut(textOfHtml(html), TEXT_MAX_CHARACTERS);

/** A title of any HTML on one line, cut where titles end; the fallback for an empty one. */
export function plainTitle(html: string, fallback: string): string {
  return cutTitle(textOfHtml(html).replaceAll('\n', ' ')) || fallback;
}

const HEADING = /^h[1-6]$/;
const BEGIN_CHARACTERS = 60;

/** A title for HTML that has none: its first heading, or the begin of its text; the fallback without text. */
export function titleInside(html: string, fallback: string): string {
  const heading = headingOf(html);
  const [line = ''] = textOfHtml(html).split('\n');
  if (heading !== '' || line.length <= BEGIN_CHARACTERS) return heading || line || fallback;
  return `${line.slice(0, BEGIN_CHARACTERS).replace(/\s+\S*$/, '')}…`;
}

/** The text of the first heading that has one. */
function headingOf(html: string): string {
  let heading = '';
  let isInside = false;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name) => {
      depth += 1;
      if (depth > DEPTH_MAX) parser.pause();
      isInside ||= HEADING.test(name);
    },
    ontext: (piece) => {
      if (isInside) heading += piece;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (!HEADING.test(name)) return;
      isInside = false;
      if (heading.trim() !== '') parser.pause();
    },
  });
  parser.end(html);
  return cutTitle(heading.replace(/\s+/g, ' ').trim());
}

/** Cuts plain text where titles end. */
export const cutTitle = (title: string): string => cut(title, TITLE_MAX_CHARACTERS);

/** Cuts a text to a length in UTF-16 units, never inside of a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
    .concat('…');
}

const MEDIA = /<(img|video|audio|iframe|object|embed|svg|math)[\s/>]/i;

/** Whether HTML shows anything. */
export const hasContent = (html: string): boolean => MEDIA.test(html) || textOfHtml(html) !== '';

/** Whether HTML shows more than text. */
export const hasMedia = (html: string): boolean => MEDIA.test(html);

/** A text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
