import { htmlOfMarkdown } from '../text/markdown.ts';
import { htmlOfText, paragraphsOf } from '../text/paragraphs.ts';

/** Moodle's numbers for the format of a text; 1 is HTML. */
const MOODLE = '0';
const PLAIN = '2';
const MARKDOWN = '4';

const TAG = /<[a-z!/]/i;

/** A text of Moodle as HTML. `folder` is where the files of the text are in the tree of the course. */
export function htmlOf(text: string, format: string, folder: string): string {
  return asHtml(text, format).replaceAll('@@PLUGINFILE@@', `/${folder}`);
}

function asHtml(text: string, format: string): string {
  if (format === MARKDOWN) return htmlOfMarkdown(text) ?? htmlOfText(text);
  if (format === PLAIN) return htmlOfText(text);
  if (format === MOODLE && !TAG.test(text)) return paragraphsOf(text);
  return text;
}

const LANGUAGE = /<span(?:\s{1,9}(?:lang="[a-z0-9_-]{1,20}"|class="multilang")){2}\s{0,9}>/gi;
const LANGUAGE_END = '</span>';

/**
 * Takes the first of the languages of a text that is written in several, by Moodle's filters: `{mlang en}…{mlang}` and
 * spans of the class `multilang` one after the other.
 */
export function firstLanguage(text: string): string {
  const isPlain = !/\{mlang|multilang/i.test(text);
  return isPlain ? text : firstSpans(firstMlang(text));
}

function firstMlang(text: string): string {
  let wanted: string | null = null;
  let current: string | null = null;
  let result = '';
  for (const [at, piece] of text.split(/\{mlang([^{}]{0,60})\}/i).entries()) {
    if (at % 2 === 1) {
      current = piece.trim().toLowerCase() || null;
      wanted ??= current;
    } else if (current === null || current === wanted) result += piece;
  }
  return result;
}

/** In one pass: a pattern with the ends would try each begin with all of a hostile text. */
function firstSpans(text: string): string {
  let result = '';
  let end = 0;
  for (const { index, 0: begin } of text.matchAll(LANGUAGE)) {
    if (index < end) continue;
    const close = text.indexOf(LANGUAGE_END, index + begin.length);
    if (close < 0) break;
    const between = text.slice(end, index);
    const isOther = result !== '' && end > 0 && between.trim() === '';
    if (!isOther) result += between + text.slice(index, close + LANGUAGE_END.length);
    end = close + LANGUAGE_END.length;
  }
  return result + text.slice(end);
}
