import { DOMParser, type Node } from '@tiptap/pm/model';
import DOMPurify, { type Config } from 'dompurify';
import { RICH_ATTRIBUTES, RICH_TAGS } from './known-html.ts';
import { lessonSchema } from './lesson-schema.ts';
import { normalForm } from './normal-form.ts';
import { hasStrayEnd, listTags, splitSource } from './split-source.ts';
import { writeBlock } from './write-lesson.ts';

const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  // The body is the sanitiser's own, around what it reads.
  ALLOWED_TAGS: [...RICH_TAGS, 'body', '#text'],
  ALLOWED_ATTR: [...RICH_ATTRIBUTES],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** The DOM's own name for it is taken by the editor's nodes here. */
const COMMENT_NODE = 8;
const parser = DOMParser.fromSchema(lessonSchema);

/** A block of the rich editor and the source that it was read from. */
export interface ReadBlock {
  readonly node: Node;
  readonly before: string;
  readonly html: string;
}

export interface ReadLesson {
  readonly blocks: readonly ReadBlock[];
  /** The white space behind the last block. */
  readonly after: string;
  /** What the rich editor cannot show as text, in words such as `<iframe>`; empty when it knows everything. */
  readonly unknown: readonly string[];
}

/**
 * Reads lesson HTML for the rich editor, block by block. A block that would not be written back with the
 * same meaning becomes a fixed one, which holds its source to the byte, and is named in `unknown`.
 */
export function readLesson(html: string): ReadLesson {
  const { blocks, after } = splitSource(html);
  const unknown = new Set<string>();
  const read = blocks.map((block) => {
    const known = readBlock(block.html);
    for (const name of known.unknown) unknown.add(name);
    const node = known.node ?? lessonSchema.node('fixedBlock', { source: block.html });
    return { ...block, node };
  });
  return { blocks: read, after, unknown: [...unknown] };
}

/** The one node that a block of source is, when writing that node gives the same HTML again. */
function readBlock(html: string): { node: Node | null; unknown: readonly string[] } {
  const fragment = DOMPurify.sanitize(html, config);
  const removed = DOMPurify.removed.map(nameRemoved);
  if (removed.length > 0) return { node: null, unknown: removed };
  if (hasStrayEnd(html) || !hasSameElements(html, fragment))
    return { node: null, unknown: ['tags that do not match'] };
  const { content } = parser.parse(fragment);
  const node = content.childCount === 1 ? content.child(0) : null;
  if (node !== null && normalForm(parse(writeBlock(node))) === normalForm(fragment))
    return { node, unknown: [] };
  return { node: null, unknown: [nameArrangement(fragment)] };
}

const parse = (html: string): DocumentFragment => DOMPurify.sanitize(html, config);

type Removed = (typeof DOMPurify.removed)[number];

function nameRemoved(removed: Removed): string {
  if ('element' in removed) {
    const { nodeName, nodeType } = removed.element;
    return nodeType === COMMENT_NODE ? 'comments' : `<${nodeName.toLowerCase()}>`;
  }
  return `the attribute ${removed.attribute?.name ?? ''} of <${removed.from.nodeName.toLowerCase()}>`;
}

/** Whether the browser has read the elements that stand in the source, neither more nor fewer. */
function hasSameElements(html: string, fragment: DocumentFragment): boolean {
  const isExplicit = (tag: string) => tag !== 'tbody';
  const found = [...fragment.querySelectorAll('*')].map((one) => one.localName);
  return found.filter(isExplicit).join() === listTags(html).filter(isExplicit).join();
}

function nameArrangement(fragment: DocumentFragment): string {
  const first = fragment.firstElementChild;
  return first === null ? 'text outside of a paragraph' : `this arrangement within <${first.localName}>`;
}
