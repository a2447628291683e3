/** A line of Markdown. */
interface MarkdownLine {
  readonly line: string;
  /** Whether it is part of a block of code, or begins or ends one. */
  readonly isCode: boolean;
}

/** The mark that begins or ends a block of code; undefined for any other line. */
export const fenceOf = (line: string): string | undefined => /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];

/** The lines of a Markdown text. */
export function* linesOf(markdown: string): Generator<MarkdownLine> {
  let fence: string | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    const mark = fenceOf(line);
    const isCode = fence !== null || mark !== undefined;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence)) fence = null;
    yield { line, isCode };
  }
}
