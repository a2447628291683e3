import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { ReadLesson } from './read-lesson.ts';
import { writeBlock } from './write-lesson.ts';

const NEW_LINE = '\n';

/** The HTML of a block, and the index of the original block it equals, if any. */
interface Written {
  readonly html: string;
  readonly index: number | null;
}

/**
 * A lesson while it is edited as rich text. Nodes are immutable, so a block that is still the same object is
 * written with its original source: an edit changes only the source of its own block, and costs only that.
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

  /** The editor's initial content. An editor contains at least one paragraph. */
  get content(): JSONContent {
    const blocks = this.#read.blocks.map(({ node }): JSONContent => node.toJSON());
    return { type: 'doc', content: blocks.length === 0 ? [{ type: 'paragraph' }] : blocks };
  }

  /** Records the editor's document before the first edit; later calls are ignored. */
  adopt(doc: Node): void {
    if (this.#opened !== null) return;
    this.#opened = doc;
    if (doc.childCount !== this.#read.blocks.length) return;
    this.#read.blocks.forEach(({ html }, index) => {
      this.#written.set(doc.child(index), { html, index });
    });
  }

  /** Returns the lesson as HTML; without an actual change, this is the original, byte for byte. */
  write(doc: Node): string {
    if (this.#opened === null || doc === this.#opened || doc.eq(this.#opened)) return this.#original;
    if (isEmpty(doc)) return '';
    const blocks = doc.children.map((block) => this.#written.get(block) ?? this.#writeAnew(block));
    return this.#join(blocks) + this.#read.after;
  }

  /**
   * Joins blocks with their original white space; a block that replaces another uses the white space of that
   * one.
   */
  #join(blocks: readonly Written[]): string {
    const present = new Set(blocks.map(({ index }) => index));
    const parts: string[] = [];
    let last = -1;
    for (const block of blocks) {
      // Copied or moved blocks count as new at their current position.
      const own = block.index !== null && block.index > last ? block.index : null;
      const place = own ?? (present.has(last + 1) ? null : last + 1);
      const before = place === null ? undefined : this.#read.blocks[place]?.before;
      parts.push(before ?? (parts.length === 0 ? '' : NEW_LINE), block.html);
      last = place ?? last;
    }
    return parts.join('');
  }

  #writeAnew(block: Node): Written {
    // Undo restores a block as a new object that equals the old one. Comparing sizes first rules out most
    // blocks.
    const same = this.#opened?.children.find((one) => one.nodeSize === block.nodeSize && one.eq(block));
    const written = (same && this.#written.get(same)) ?? { html: writeBlock(block), index: null };
    this.#written.set(block, written);
    return written;
  }
}

function isEmpty(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.content.size === 2;
}
