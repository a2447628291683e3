import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { lessonSchema } from './lesson-schema.ts';

const writer = DOMSerializer.fromSchema(lessonSchema);

/** Writes one top-level block as lesson HTML, which the reader reads as the same block. */
export function writeBlock(block: Node): string {
  if (block.type.name === 'fixedBlock') return String(block.attrs.source);
  const holder = document.createElement('div');
  holder.append(toElement(block));
  // The only character that the browser would write as an entity; the server stores it unescaped.
  return holder.innerHTML.replaceAll('&nbsp;', '\u00a0');
}

type BlockWriter = (node: Node) => Element;

const byType: Readonly<Record<string, BlockWriter>> = {
  paragraph: (node) => withText('p', node),
  heading: (node) => withText(`h${Number(node.attrs.level)}`, node),
  summary: (node) => withText('summary', node),
  descriptionTerm: (node) => withText('dt', node),
  horizontalRule: (node) => element('hr', node),
  codeBlock: writeCodeBlock,
  figure: writeFigure,
  bulletList: (node) => onLines(element('ul', node), blocksOf(node)),
  orderedList: (node) =>
    onLines(
      element('ol', node, { start: unless(node.attrs.start, 1), type: node.attrs.type }),
      blocksOf(node),
    ),
  listItem: (node) => withBlocks('li', node),
  blockquote: (node) => withBlocks('blockquote', node),
  descriptionList: writeDescriptions,
  descriptionDetails: (node) => withBlocks('dd', node),
  details: writeDetails,
  table: writeTable,
  tableRow: (node) => put(element('tr', node), blocksOf(node)),
  tableHeader: (node) => withBlocks('th', node),
  tableCell: (node) => withBlocks('td', node),
};

function toElement(node: Node): Element {
  const write = byType[node.type.name];
  if (write === undefined) throw new Error(`A ${node.type.name} cannot be written as HTML`);
  return write(node);
}

const blocksOf = (node: Node): Element[] => node.children.map(toElement);
const unless = (value: unknown, usual: unknown): unknown => (value === usual ? null : value);

function element(tag: string, node: Node | null, attributes: Record<string, unknown> = {}): Element {
  const created = document.createElement(tag);
  const preserved: unknown = node?.attrs.preserved;
  const all = { ...attributes, ...(typeof preserved === 'object' ? preserved : null) };
  for (const [name, value] of Object.entries(all)) {
    if (value !== null && value !== undefined) created.setAttribute(name, String(value));
  }
  return created;
}

function put(parent: Element, children: readonly globalThis.Node[]): Element {
  parent.append(...children);
  return parent;
}

/** Writes each child on its own line, so that two users' changes to one list merge. */
function onLines(parent: Element, children: readonly globalThis.Node[]): Element {
  for (const child of children) parent.append('\n', child);
  parent.append('\n');
  return parent;
}

function withText(tag: string, node: Node): Element {
  return put(element(tag, node), [writer.serializeFragment(node.content, { document })]);
}

function writeCodeBlock(node: Node): Element {
  const code = document.createElement('code');
  code.textContent = node.textContent;
  return put(element('pre', node), [code]);
}

function writeFigure(node: Node): Element {
  const { src, alt, width, height, loading, decoding } = node.attrs;
  const figure = put(element('figure', node), [
    element('img', null, { src, alt, width, height, loading, decoding }),
  ]);
  return node.childCount === 0
    ? figure
    : put(figure, [withText('figcaption', node.type.create(null, node.content))]);
}

function writeDetails(node: Node): Element {
  return onLines(element('details', node, { open: node.attrs.open }), blocksOf(node));
}

/** A description is on the line of its term. */
function writeDescriptions(node: Node): Element {
  const list = element('dl', node);
  for (const part of blocksOf(node)) {
    const isOnLine = part.localName === 'dd' && list.lastElementChild?.localName === 'dt';
    list.append(isOnLine ? '' : '\n', part);
  }
  list.append('\n');
  return list;
}

/** A block that contains blocks. A single paragraph is written without tags if it had none. */
function withBlocks(tag: string, node: Node): Element {
  const { colspan, rowspan } = node.attrs;
  const created = element(tag, node, { colspan: unless(colspan, 1), rowspan: unless(rowspan, 1) });
  node.forEach((child, _offset, index) => {
    const isBare = node.attrs.isTight === true && canStandBare(node, index);
    if (isBare) created.append(writer.serializeFragment(child.content, { document }));
    else created.append(toElement(child));
  });
  return created;
}

function canStandBare(holder: Node, index: number): boolean {
  const child = holder.child(index);
  const before = index === 0 ? null : holder.child(index - 1);
  return (
    child.type.name === 'paragraph' && child.attrs.preserved === null && before?.type.name !== 'paragraph'
  );
}

function writeTable(node: Node): Element {
  const { caption } = node.attrs;
  const rows = node.children;
  const parts: Element[] = [];
  if (typeof caption === 'string') parts.push(put(document.createElement('caption'), [new Text(caption)]));
  const headRows = Math.min(Number(node.attrs.headRows), countHeadRows(rows));
  if (headRows > 0) parts.push(put(document.createElement('thead'), rows.slice(0, headRows).map(toElement)));
  if (headRows < rows.length)
    parts.push(onLines(document.createElement('tbody'), rows.slice(headRows).map(toElement)));
  return onLines(element('table', node), parts);
}

/** Counts the leading rows that consist only of header cells. */
function countHeadRows(rows: readonly Node[]): number {
  const first = rows.findIndex((row) => row.children.some((cell) => cell.type.name !== 'tableHeader'));
  return first === -1 ? rows.length : first;
}
