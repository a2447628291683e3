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

const CODE = /^([`~]{3,}).*?^\1|`[^`\n]*`/gms;
const COMMAND = /\{%[^%]{1,200}%\}|\{\{[#<%][^}]{1,200}\}\}|^:::\s*\w.*$|^[!?]{3}\+?\s\w.*$/m;

/** mdBook's commands that take code from another file, also inside of code. */
const INCLUDE = /^[ \t]*\{\{\s*#(?:include|rustdoc_include|playground)\s[^}]{1,200}\}\}/m;

/** The first command of a website's program in a Markdown text, such as `{% include x %}`; null without any. */
export const findCommand = (markdown: string): string | null =>
  (INCLUDE.exec(markdown) ?? COMMAND.exec(markdown.replace(CODE, '')))?.[0].trim() ?? null;

/** A plain text as HTML: lines that follow an empty one begin a paragraph. */
export const htmlOfText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split(/(?:\r?\n[ \t]*){2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.trim().replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');
