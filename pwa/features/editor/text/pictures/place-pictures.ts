import { closeHistory } from '@tiptap/pm/history';
import type { Node, NodeType, ResolvedPos } from '@tiptap/pm/model';
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { insertPoint } from '@tiptap/pm/transform';

/** A selected part of the text. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Replaces a part of the text by pictures with their own blocks; one step for Undo. Also returns where they are. */
export function placePictures(
  state: EditorState,
  { from, to }: TextRange,
  sources: readonly string[],
): { readonly transaction: Transaction; readonly places: readonly number[] } {
  const transaction = closeHistory(state.tr);
  if (from < to) transaction.deleteRange(from, to);
  let end = makeRoom(transaction, transaction.mapping.map(from));
  const places = sources.map((src) => {
    const figure = state.schema.node('figure', { src, alt: '' });
    const place = end;
    transaction.insert(place, figure);
    end += figure.nodeSize;
    return place;
  });
  // A text that ends with a picture has no place to go on.
  if (transaction.doc.resolve(end).nodeAfter === null)
    transaction.insert(end, state.schema.node('paragraph'));
  const isCaretThere = state.selection.from === from && state.selection.to === to;
  if (isCaretThere) transaction.setSelection(TextSelection.near(transaction.doc.resolve(end), 1));
  return { transaction, places };
}

/** Returns a place for a block in the text. A paragraph is divided there; an empty one is replaced. */
function makeRoom(transaction: Transaction, at: number): number {
  const $at = transaction.doc.resolve(at);
  const { parent, parentOffset } = $at;
  if (!parent.isTextblock) return blockPlace(transaction.doc, at);
  if (parent.type.name !== 'paragraph') return blockPlace(transaction.doc, $at.end());
  if (parent.content.size === 0 && canReplace($at)) {
    transaction.delete($at.before(), $at.after());
    return $at.before();
  }
  if (parentOffset === 0 && parent.content.size > 0) return blockPlace(transaction.doc, at);
  if (parentOffset < parent.content.size) transaction.split(at);
  return at + 1;
}

const figureType = (doc: Node): NodeType => doc.type.schema.node('figure').type;

/** An item of a list begins with a paragraph. */
function canReplace($at: ResolvedPos): boolean {
  const index = $at.index(-1);
  return $at.node(-1).canReplaceWith(index, index + 1, figureType($at.doc));
}

/** The nearest place where a figure may be; behind the whole block if there is none within it. */
function blockPlace(doc: Node, at: number): number {
  const $at = doc.resolve(at);
  return insertPoint(doc, at, figureType(doc)) ?? ($at.depth === 0 ? at : $at.after(1));
}
