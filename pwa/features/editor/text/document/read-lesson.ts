import { DOMParser, type Node } from '@tiptap/pm/model';
import DOMPurify, { type Config } from 'dompurify';
import { RICH_ATTRIBUTES, RICH_TAGS } from './known-html.ts';
import { lessonSchema } from './lesson-schema.ts';
import { normalForm } from './normal-form.ts';
import { hasOrphanEndTag, listTags, splitSource } from './split-source.ts';
import { writeBlock } from './write-lesson.ts';

const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  // The sanitiser adds the body around its input.
  ALLOWED_TAGS: [...RICH_TAGS, 'body', '#text'],
  ALLOWED_ATTR: [...RICH_ATTRIBUTES],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** `Node.COMMENT_NODE`; `Node` is the editor's class here. */
const COMMENT_NODE = 8;
const parser = DOMParser.fromSchema(lessonSchema);

/** A block of the rich editor and its source. */
export interface ReadBlock {
  readonly node: Node;
  readonly before: string;
  readonly html: string;
}

export interface ReadLesson {
  readonly blocks: readonly ReadBlock[];
  /** The white space after the last block. */
  readonly after: string;
  /**
   * The parts that the rich editor cannot render, described such as `<iframe>`; empty if it knows everything.
   */
  readonly unknown: readonly string[];
}

/**
 * Reads lesson HTML for the rich editor, block by block. A block that would not be serialised with the same
 * meaning becomes a fixed block, which holds its exact source, and is named in `unknown`.
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

/** The single node of a source block, if serialising it gives equivalent HTML. */
function readBlock(html: string): { node: Node | null; unknown: readonly string[] } {
  const fragment = DOMPurify.sanitize(html, config);
  const removed = DOMPurify.removed.map(nameRemoved);
  if (removed.length > 0) return { node: null, unknown: removed };
  if (hasOrphanEndTag(html) || !hasSameElements(html, fragment))
    return { node: null, unknown: ['mismatched tags'] };
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

/** Whether the browser parsed exactly the elements that are in the source. */
function hasSameElements(html: string, fragment: DocumentFragment): boolean {
  const isExplicit = (tag: string) => tag !== 'tbody';
  const found = [...fragment.querySelectorAll('*')].map((one) => one.localName);
  return found.filter(isExplicit).join() === listTags(html).filter(isExplicit).join();
}

function nameArrangement(fragment: DocumentFragment): string {
  const first = fragment.firstElementChild;
  return first === null ? 'text outside a paragraph' : `this structure in <${first.localName}>`;
}
