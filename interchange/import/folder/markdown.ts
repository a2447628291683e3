import { Marked, type Token } from 'marked';

const marked = new Marked({ gfm: true, async: false });

/** Markdown as HTML, in which HTML of the text stays. Null for a text that is nested too deeply to be read. */
export function htmlOfMarkdown(markdown: string): string | null {
  const html = withinStack(() => marked.parse(markdown));
  return typeof html === 'string' ? html : null;
}

/** The blocks of a Markdown text; none for one that is nested too deeply. */
export const lexMarkdown = (markdown: string): Token[] => withinStack(() => marked.lexer(markdown)) ?? [];

/** The parser calls itself for each level of quotes and lists. */
function withinStack<Result>(parse: () => Result): Result | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** mdBook's commands that take code from another file, also inside of code. */
const INCLUDE = /^[ \t]*\{\{\s{0,9}#(?:include|rustdoc_include|playground)\s[^}]{1,200}\}\}/;
const COMMANDS = [
  ['{% … %}', /\{%[^%]{1,200}%\}/],
  ['{{< … >}}', /\{\{[<%][^}]{1,200}\}\}/],
  ['{{#… }}', /\{\{\s{0,9}#[^}]{1,200}\}\}/],
] as const;

/** The notation of the first command of a website's program in a Markdown text; null without any. */
export function findCommand(markdown: string): string | null {
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    if (INCLUDE.test(line)) return '{{#include … }}';
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null || mark !== undefined) {
      if (fence === null) fence = mark ?? null;
      else if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    const text = line.replace(/`[^`]*`/g, '');
    const command = COMMANDS.find(([, pattern]) => pattern.test(text));
    if (command !== undefined) return command[0];
  }
  return null;
}

/** A plain text as HTML: lines that follow an empty one begin a paragraph. */
export const htmlOfText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split(/(?:\r?\n[ \t]*){2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
