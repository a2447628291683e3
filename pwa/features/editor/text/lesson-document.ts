import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { ReadLesson } from './read-lesson.ts';
import { writeBlock } from './write-lesson.ts';

const NEW_LINE = '\n';

/** How a block is written, and which block of the original it is, if any. */
interface Written {
  readonly html: string;
  readonly index: number | null;
}

/**
 * A lesson while it is edited as rich text. Nodes are never changed, only replaced, so a block that is still
 * the same object is written with the source it was read from: an edit changes the source of its own block
 * and no other byte, and costs as much as that block.
 */
export class LessonDocument {
  readonly #original: string;
  readonly #read: ReadLesson;
  readonly #written = new WeakMap<Node, Written>();
  #opened: Node | null = null;

  constructor(original: string, read: ReadLesson) {
    this.#original = original;
    this.#read = read;
  }

  /** What to give to the editor. An editor holds at least a paragraph. */
  get content(): JSONContent {
    const blocks = this.#read.blocks.map(({ node }): JSONContent => node.toJSON());
    return { type: 'doc', content: blocks.length === 0 ? [{ type: 'paragraph' }] : blocks };
  }

  /** Tells how the editor's document looked before the first edit; later calls change nothing. */
  adopt(doc: Node): void {
    if (this.#opened !== null) return;
    this.#opened = doc;
    if (doc.childCount !== this.#read.blocks.length) return;
    this.#read.blocks.forEach(({ html }, index) => {
      this.#written.set(doc.child(index), { html, index });
    });
  }

  /** The lesson as HTML; a lesson without a real change is the original, to the byte. */
  write(doc: Node): string {
    if (this.#opened === null || doc === this.#opened || doc.eq(this.#opened)) return this.#original;
    if (isEmpty(doc)) return '';
    const blocks = doc.children.map((block) => this.#written.get(block) ?? this.#writeAnew(block));
    return this.#join(blocks) + this.#read.after;
  }

  /** Blocks with the white space that stood before them; one that took another's place takes its white space too. */
  #join(blocks: readonly Written[]): string {
    const present = new Set(blocks.map(({ index }) => index));
    const parts: string[] = [];
    let last = -1;
    for (const block of blocks) {
      // Copied or moved ones stand where they are now.
      const own = block.index !== null && block.index > last ? block.index : null;
      const place = own ?? (present.has(last + 1) ? null : last + 1);
      const before = place === null ? undefined : this.#read.blocks[place]?.before;
      parts.push(before ?? (parts.length === 0 ? '' : NEW_LINE), block.html);
      last = place ?? last;
    }
    return parts.join('');
  }

  #writeAnew(block: Node): Written {
    // Undone changes bring the same block back as another object. Sizes tell most blocks apart at once.
    const same = this.#opened?.children.find((one) => one.nodeSize === block.nodeSize && one.eq(block));
    const written = (same && this.#written.get(same)) ?? { html: writeBlock(block), index: null };
    this.#written.set(block, written);
    return written;
  }
}

function isEmpty(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.content.size === 2;
}
