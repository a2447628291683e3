import { Parser } from 'htmlparser2';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { boundedParser } from './bounded-parser.ts';
import { cut, textOfHtml, wellFormed } from './plain-text.ts';

/** A text on one line, trimmed. */
export const onOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** A plain text as a title: on one line, cut where titles end; the fallback for an empty one. */
export const titleOf = (text: string, fallback: string): string =>
  cut(onOneLine(text), lessonEntity.fieldRules.title.max) || fallback;

/** A title of any characters within its limit; `fallback` for an empty one. */
export const titleText = (title: string, fallback: string): string =>
  titleOf(wellFormed(title), '') || titleOf(wellFormed(fallback), '');

/** Tags that authors write into titles. Others are part of the text, as in `List<String>`. */
const INLINE =
  /<\/?(?:a|abbr|b|big|cite|code|del|em|font|i|ins|mark|q|s|small|span|strong|sub|sup|tt|u)(?:\s[^<>]*)?\/?>/gi;
const BLOCK = /<\/?(?:br|center|div|h[1-6]|p)(?:\s[^<>]*)?\/?>/gi;

/** A text that may contain tags and entities as a title; the fallback for an empty one. */
export const titleOfHtml = (html: string, fallback = ''): string =>
  titleOf(decodeEntities(html.replace(INLINE, '').replace(BLOCK, ' ')), fallback);

/** A plain text whose entities are decoded. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  let decoded = '';
  const parser = new Parser({
    ontext: (part) => {
      decoded += part;
    },
  });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}

/** The titles of levels from the first to the last as one: `Knots: Bowline`. Empty ones and repeats are left out. */
export const joinTitles = (...titles: readonly string[]): string => {
  const joined = titles.reduce((above, title) => {
    if (title === '') return above;
    return above === '' || isSameTitle(above, title) ? title : `${above}: ${title}`;
  }, '');
  return titleOf(joined, '');
};

/** What programs add to names: the ids of Notion and others, those of Confluence, and GitHub's names of branches. */
const TAIL =
  /(?<=[^\s_-])[\s_-]+(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$|(?<=\S)_\d{6,}$|(?<=\S)-(?:main|master)$/i;
/** A time before the name of a note. */
const TIME = /^\d{12}(?:\d\d)?[\s_-]+(?=\S)/;

/** A name without what programs add to it. */
const bareName = (name: string): string => name.replace(TAIL, '').replace(TIME, '');

/** A name without its extension as a title: `getting-started` becomes `Getting started`. */
export function titleOfName(written: string): string {
  const name = bareName(written);
  const text = onOneLine(/\s/.test(name) ? name : name.replace(/[-_]+/g, ' '));
  return titleOf(text.charAt(0).toUpperCase() + text.slice(1), name);
}

const HEADING = /^h[1-6]$/;
const BEGIN_CHARACTERS = 60;

/** A title for HTML that has none: its first heading, or the begin of its text; the fallback without text. */
export function titleInside(html: string, fallback: string): string {
  const heading = headingOf(html);
  const [line = ''] = textOfHtml(html).split('\n');
  if (heading !== '' || line.length <= BEGIN_CHARACTERS) return heading || line || fallback;
  return `${line
    .slice(0, BEGIN_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\s+\S*$/, '')}…`;
}

/** The text of the first heading that has one. */
function headingOf(html: string): string {
  let heading = '';
  let isInside = false;
  const parser = boundedParser({
    onopentag: (name) => {
      isInside ||= HEADING.test(name);
    },
    ontext: (piece) => {
      if (isInside) heading += piece;
    },
    onclosetag: (name) => {
      if (!HEADING.test(name)) return;
      isInside = false;
      if (heading.trim() !== '') parser.pause();
    },
  });
  parser.end(html);
  return titleOf(heading, '');
}

/** Whether two titles are the same to a reader, but for case and numbers before them. */
export const isSameTitle = (one: string, other: string): boolean => bare(one) === bare(other);

/** Symbols stay: `C++` is not `C#`. A title of which nothing else would be left, such as `…` or `1.`, stays whole. */
function bare(title: string): string {
  const line = onOneLine(title).toLowerCase();
  const text = line.replace(/^[\d.]+[.):\s]\s*/, '').replace(/[^\p{L}\p{N}\p{S}#]+/gu, ' ');
  return text.trim() || line;
}
