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
