import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { boundedParser } from './bounded-parser.ts';

/** Descriptions of courses and modules may be as long as those of lessons. */
const DESCRIPTION_MAX_CHARACTERS = lessonEntity.fieldRules.description.max;

/** Tags between which texts are on different lines. */
const BLOCKS: ReadonlySet<string> = new Set(
  'p div br hr li ul ol dl dt dd h1 h2 h3 h4 h5 h6 table tr blockquote pre section article header footer figure figcaption'.split(
    ' ',
  ),
);
/** Tags whose content is no text. */
const SILENT: ReadonlySet<string> = new Set([
  'title',
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'rt',
  'rp',
]);

/** The text of any HTML: a line for each block, without empty lines. */
export function textOfHtml(html: string): string {
  let text = '';
  let silent = 0;
  const parser = boundedParser({
    onopentag: (name) => {
      if (SILENT.has(name)) silent += 1;
      if (BLOCKS.has(name)) text += '\n';
    },
    onclosetag: (name) => {
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
export const descriptionOf = (html: string): string => cut(textOfHtml(html), DESCRIPTION_MAX_CHARACTERS);

/** Halves of characters, and control characters but tabs and ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed here
const UNFIT = /[\p{Surrogate}\u0000-\u0008\u000B\u000C\u000E-\u001F]/gu;

/** Text without what no text of a course may have. */
export const wellFormed = (text: string): string => text.replace(UNFIT, '');

/** A text within the limit of descriptions. */
export const plainText = (text: string): string => cut(wellFormed(text).trim(), DESCRIPTION_MAX_CHARACTERS);

/** Cuts a text to a length in UTF-16 units, never inside of a character. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
    .concat('…');
}

const MEDIA_TAGS: ReadonlySet<string> = new Set(
  'img image svg math video audio iframe object embed'.split(' '),
);
const UNSEEN_TAGS: ReadonlySet<string> = new Set(['title', 'script', 'style', 'template', 'noscript']);

/** Whether HTML shows anything: text, a picture or media. Reads no further than to the first. */
export function hasContent(html: string): boolean {
  let isFound = false;
  const unseen: string[] = [];
  const find = () => {
    isFound = true;
    parser.pause();
  };
  const parser = boundedParser({
    onopentag: (name) => {
      if (UNSEEN_TAGS.has(name)) unseen.push(name);
      else if (unseen.length === 0 && MEDIA_TAGS.has(name)) find();
    },
    onclosetag: (name) => void (unseen.at(-1) === name && unseen.pop()),
    ontext: (text) => {
      if (unseen.length === 0 && /\S/u.test(text)) find();
    },
  });
  parser.end(html);
  return isFound;
}

const MEDIA = /<(img|video|audio|iframe|object|embed|svg|math)[\s/>]/i;

/** Whether HTML shows more than text. */
export const hasMedia = (html: string): boolean => MEDIA.test(html);

/** A text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
