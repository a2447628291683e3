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

/** A Markdown text whose parts outside of code are changed. Each part is several lines, without code inside of lines. */
export function changeProse(markdown: string, change: (prose: string) => string): string {
  const parts: { isCode: boolean; lines: string[] }[] = [];
  for (const { line, isCode } of linesOf(markdown)) {
    const last = parts.at(-1);
    if (last?.isCode === isCode) last.lines.push(line);
    else parts.push({ isCode, lines: [line] });
  }
  return parts
    .map(({ isCode, lines }) => (isCode ? lines.join('\n') : changeOutsideCode(lines.join('\n'), change)))
    .join('\n');
}

/** `code` in a line, which may begin and end with more than one backtick. */
const SPAN = /(?<!`)(`{1,3})(?!`)[^\n]{1,1000}?(?<!`)\1(?!`)/g;
/** A character of the private use area in place of code. */
const HOLE = /\uE000(\d+)\uE001/g;

function changeOutsideCode(prose: string, change: (prose: string) => string): string {
  const spans: string[] = [];
  // MyST's roles, such as {ref}`x`, are no code.
  const holed = prose.replace(SPAN, (span: string, _, at: number) => {
    if (prose[at - 1] === '}' && /\{[\w:.-]{1,40}\}$/.test(prose.slice(Math.max(0, at - 42), at)))
      return span;
    spans.push(span);
    return `\uE000${spans.length - 1}\uE001`;
  });
  return change(holed).replace(HOLE, (hole, at: string) => spans[Number(at)] ?? hole);
}
