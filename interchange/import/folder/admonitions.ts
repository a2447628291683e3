import { titleOf } from '../text/titles.ts';
import { fenceOf } from './markdown-lines.ts';

/** `:::tip Title`, `:::tip[Title]`, `::: {.callout-note}`; of Docusaurus, VitePress, Pandoc and others. */
const OPEN = /^[ \t]{0,3}:{3,}\s*(?:\{\s*[.#])?([A-Za-z][\w-]*)\s*(.*)$/;
const CLOSE = /^[ \t]{0,3}:{3,}\s*$/;
/** `!!! note "Title"`, `??? tip`; of MkDocs. Its text is indented by 4. */
const INDENTED = /^( *)(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w -]*?)(?:[ \t]+"([^"]*)")?[ \t]*$/;

/** The state of a text that is read line by line. */
interface Reading {
  readonly lines: string[];
  /** The mark that ends the code that is being read. */
  fence: string | null;
  /** Open blocks: by their indent, or null for one that ends with `:::`. */
  readonly open: (number | null)[];
}

/** Markdown whose notes, tips and warnings in the notations of several programs are quotes with a bold title. */
export function quoteAdmonitions(markdown: string): string {
  if (!/^[ \t]*(?::::|!!!|\?\?\?)/m.test(markdown)) return markdown;
  const reading: Reading = { lines: [], fence: null, open: [] };
  for (const line of markdown.split(/\r?\n/)) readLine(line, reading);
  return reading.lines.join('\n');
}

function readLine(line: string, reading: Reading): void {
  const { open } = reading;
  closeIndented(line, reading);
  const text = line.slice(open.findLast((indent) => indent !== null) ?? 0);
  const fence = fenceOf(text);
  if (reading.fence !== null) {
    if (fence?.startsWith(reading.fence)) reading.fence = null;
    write(text, reading);
    return;
  }
  if (fence !== undefined) reading.fence = fence;
  const mark = text.length > MARK_MAX_CHARACTERS ? '' : text;
  const [, type, label] = OPEN.exec(mark) ?? [];
  const [, indent, kind, title] = INDENTED.exec(mark) ?? [];
  if (type !== undefined && open.length < OPEN_MAX) begin(null, labelOf(type, label ?? ''), reading);
  else if (indent !== undefined && kind !== undefined && open.length < OPEN_MAX) {
    begin(line.length - text.length + indent.length + 4, title ?? labelOf(kind, ''), reading);
  } else if (CLOSE.test(text) && open.at(-1) === null) {
    open.pop();
    write('', reading);
  } else write(text, reading);
}

const OPEN_MAX = 10;
const MARK_MAX_CHARACTERS = 300;

/** Ends the blocks whose indent a line does not have. */
function closeIndented(line: string, reading: Reading): void {
  if (line.trim() === '') return;
  const indent = line.length - line.trimStart().length;
  for (let last = reading.open.at(-1); last != null && indent < last; last = reading.open.at(-1)) {
    reading.open.pop();
    reading.fence = null;
    write('', reading);
  }
}

function begin(indent: number | null, title: string, reading: Reading): void {
  write('', reading);
  reading.open.push(indent);
  if (title !== '') write(`**${title}**`, reading);
  write('', reading);
}

function write(text: string, { lines, open }: Reading): void {
  lines.push(`${'> '.repeat(open.length)}${text}`);
}

/** `:::tip[Title]` and `:::tip Title` have a title; the type is one otherwise. */
function labelOf(type: string, label: string): string {
  const written = label.replace(/[{[\]}:]|\.[\w-]+|\w+="[^"]*"/g, ' ').trim();
  const name = type.replace(/^callout-/, '').replaceAll('-', ' ');
  return titleOf(written, name.charAt(0).toUpperCase() + name.slice(1));
}
