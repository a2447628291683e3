import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { isRightToLeft } from '#pwa/lesson/text/text-direction.ts';

/*
 * The library's own text direction gives every node a direction, also the items of a list, whose marks would then be on the
 * other side than the list's; and it does not preserve what the source says.
 */

type Direction = 'ltr' | 'rtl';

/** Blocks with one direction, and blocks around these, as where a lesson is shown. */
const BLOCKS = new Set(
  'paragraph heading bulletList orderedList descriptionList table codeBlock summary'.split(' '),
);
const HOLDERS = new Set(['blockquote', 'details', 'figure']);

/** Shows the blocks in the direction of their text, where the source gives none. Changes nothing in the document. */
export const OwnDirection = Extension.create({
  name: 'ownDirection',
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        state: {
          init: (_, { doc }) => decorate(doc),
          apply: ({ docChanged, doc }, shown) => (docChanged ? decorate(doc) : shown),
        },
        props: {
          decorations(state) {
            return this.getState(state);
          },
        },
      }),
    ];
  },
});

function decorate(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  const visit = (parent: Node, start: number, inherited: Direction) =>
    parent.forEach((block, offset) => {
      const isHolder = HOLDERS.has(block.type.name);
      if (!(isHolder || BLOCKS.has(block.type.name)) || givenDirection(block) !== null) return;
      const own = directionOf(block);
      const at = start + offset;
      if (own !== inherited) found.push(Decoration.node(at, at + block.nodeSize, { dir: own }));
      if (isHolder) visit(block, at + 1, own);
    });
  visit(doc, 0, 'ltr');
  return DecorationSet.create(doc, found);
}

/** Nodes are immutable, so only an edited one is read again. */
const known = new WeakMap<Node, Direction>();

function directionOf(block: Node): Direction {
  const direction = known.get(block) ?? (isRightToLeft(block.textContent) ? 'rtl' : 'ltr');
  known.set(block, direction);
  return direction;
}

function givenDirection({ attrs }: Node): string | null {
  const preserved: unknown = attrs.preserved;
  return preserved instanceof Object && 'dir' in preserved ? String(preserved.dir) : null;
}

interface PlacedBlock {
  readonly block: Node;
  readonly at: number;
}

/** The blocks with a direction in the selection. */
function selectedBlocks({ state }: Editor): PlacedBlock[] {
  const { from, to } = state.selection;
  const found: PlacedBlock[] = [];
  state.doc.nodesBetween(from, to, (block, at) => {
    const isOne = BLOCKS.has(block.type.name) || block.type.name === 'figure';
    if (isOne) found.push({ block, at });
    return !isOne;
  });
  return found;
}

/** Whether the blocks in the selection say that they have this direction. */
export function hasDirection(editor: Editor, direction: Direction): boolean {
  const blocks = selectedBlocks(editor);
  return blocks.length > 0 && blocks.every(({ block }) => givenDirection(block) === direction);
}

/** Gives the blocks in the selection this direction; those that have it get that of their text again. */
export function toggleDirection(editor: Editor, direction: Direction): void {
  const dir = hasDirection(editor, direction) ? null : direction;
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      for (const { block, at } of selectedBlocks(editor))
        tr.setNodeAttribute(at, 'preserved', withDirection(block, dir));
      return true;
    })
    .run();
}

/** Null instead of no attributes, as a block is read. */
function withDirection({ attrs }: Node, dir: Direction | null): Record<string, unknown> | null {
  const preserved: unknown = attrs.preserved;
  const others = Object.entries(preserved instanceof Object ? preserved : {}).filter(
    ([name]) => name !== 'dir',
  );
  const all = dir === null ? others : [...others, ['dir', dir]];
  return all.length === 0 ? null : Object.fromEntries(all);
}
