import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { ReadBlock, ReadLesson } from './read-lesson.ts';
import { writeBlock } from './write-lesson.ts';

const NEW_LINE = '\n';

/**
 * A lesson while it is edited as rich text. Nodes are never changed, only replaced, so a block that is still
 * the same object is written with the source it was read from: an edit changes the source of its own block
 * and no other byte, and costs as much as that block.
 */
export class LessonDocument {
  readonly #original: string;
  readonly #read: ReadLesson;
  readonly #sources = new WeakMap<Node, Pick<ReadBlock, 'before' | 'html'>>();
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

  /** Tells which nodes of the editor's own were made from which source. To be called before the first edit. */
  adopt(doc: Node): void {
    this.#opened = doc;
    if (doc.childCount !== this.#read.blocks.length) return;
    this.#read.blocks.forEach((block, index) => {
      this.#sources.set(doc.child(index), block);
    });
  }

  /** The lesson as HTML; a lesson without a real change is the original, to the byte. */
  write(doc: Node): string {
    if (this.#opened === null || doc === this.#opened || doc.eq(this.#opened)) return this.#original;
    if (isEmpty(doc)) return '';
    const parts = doc.children.map((block, index) => this.#writeBlock(block, index === 0));
    return parts.join('') + this.#read.after;
  }

  #writeBlock(block: Node, isFirst: boolean): string {
    const source = this.#sources.get(block) ?? this.#remember(block);
    if (isFirst) return source.html;
    return (source.before === '' ? NEW_LINE : source.before) + source.html;
  }

  #remember(block: Node): Pick<ReadBlock, 'before' | 'html'> {
    // Undone changes bring the same block back as another object.
    const same = this.#opened?.children.find((one) => one.eq(block));
    const known = same === undefined ? undefined : this.#sources.get(same);
    const source = known ?? { before: NEW_LINE, html: writeBlock(block) };
    this.#sources.set(block, source);
    return source;
  }
}

function isEmpty(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.content.size === 2;
}
