import { Parser } from 'htmlparser2';
import { TITLE_MAX_CHARACTERS } from '#schema/limits.ts';

/** Tags that authors write into titles. Others are part of the text, as in `List<String>`. */
const TAGS = /<\/?(a|b|big|br|div|em|font|h[1-6]|i|p|small|span|strong|sub|sup|u)(\s[^<>]*)?\/?>/gi;

/** A title without tags, entities and line ends, at most 300 characters. May be empty. */
export function cleanTitle(title: string): string {
  const text = decodeEntities(title.replace(TAGS, ' ')).replace(/\s+/g, ' ').trim();
  return text.length <= TITLE_MAX_CHARACTERS ? text : `${text.slice(0, TITLE_MAX_CHARACTERS - 1).trimEnd()}…`;
}

/** Joins the titles of the levels above a lesson to its own. */
export const joinTitles = (...titles: readonly string[]): string =>
  cleanTitle(titles.filter((title) => title !== '').join(' · '));

/** The title of a file without any: its name without its extension. */
export const titleOfName = (name: string): string =>
  cleanTitle(name.replace(/\.[^.]*$/, '').replace(/[_-]+/g, ' '));

function decodeEntities(text: string): string {
  if (!/&(#\d+|#x[\da-f]+|[a-z]+\d?);/i.test(text)) return text;
  const parts: string[] = [];
  const parser = new Parser({ ontext: (part) => void parts.push(part) }, { decodeEntities: true });
  parser.write(text.replaceAll('<', '&lt;'));
  parser.end();
  return parts.join('');
}
