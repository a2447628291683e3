import { Parser } from 'htmlparser2';

const TITLE_MAX = 300;

/** A text on one line, trimmed. */
export const onOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** A text as the title of a module or lesson: on one line, at most 300 characters, never half a character. */
export function titleOf(text: string, fallback: string): string {
  const title = onOneLine(text)
    .slice(0, TITLE_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
  return title === '' ? fallback : title;
}

/** The text of HTML on one line: tags removed, entities decoded. */
export function textOfHtml(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (data) => {
      text += data;
    },
    onopentagname: () => {
      text += ' ';
    },
  });
  parser.end(html);
  return onOneLine(text);
}

/** Whether two titles are the same to a reader, but for case and numbers before them. */
export const isSameTitle = (one: string, other: string): boolean => bare(one) === bare(other);

const bare = (title: string): string =>
  onOneLine(title)
    .toLowerCase()
    .replace(/^[\d.]+[.):\s]\s*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
