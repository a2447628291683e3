import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { Mapping } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import { placePictures, type TextRange } from './place-pictures.ts';
import { type ChosenPicture, fitIntoText, readPicture } from './prepare-pictures.ts';

/** Files that are being made smaller, and the part of the text that they will replace. */
interface Pending extends TextRange {
  readonly id: number;
  readonly count: number;
}

interface PicturesState {
  readonly pending: readonly Pending[];
  /** Why files were not added, or not as they were. */
  readonly problems: readonly string[];
  /** Positions of pictures that were added and not described yet. */
  readonly added: readonly number[];
  /** Positions of pictures that are to stay without a description. */
  readonly declined: readonly number[];
}

type Change = Partial<PicturesState>;
const key = new PluginKey<PicturesState>('pastedPictures');
const initial: PicturesState = { pending: [], problems: [], added: [], declined: [] };

/** Follows the places of pasted and dropped pictures while the text is edited. */
export const pastedPictures = (): Plugin =>
  new Plugin<PicturesState>({
    key,
    state: {
      init: () => initial,
      apply(transaction, state) {
        const change: Change | undefined = transaction.getMeta(key);
        const mapped = transaction.docChanged ? mapState(state, transaction.mapping) : state;
        return change === undefined ? mapped : { ...mapped, ...change };
      },
    },
  });

function mapState(state: PicturesState, mapping: Mapping): PicturesState {
  const follow = (places: readonly number[]) =>
    places.map((place) => mapping.mapResult(place, 1)).flatMap((one) => (one.deletedAfter ? [] : [one.pos]));
  return {
    ...state,
    pending: state.pending.map((one) => {
      const from = mapping.map(one.from, 1);
      return { ...one, from, to: Math.max(from, mapping.map(one.to, -1)) };
    }),
    added: follow(state.added),
    declined: follow(state.declined),
  };
}

const stateOf = (state: EditorState): PicturesState => key.getState(state) ?? initial;
const changed = (transaction: Transaction, change: Change): Transaction => transaction.setMeta(key, change);

let lastId = 0;

/**
 * Adds the pictures among files to the selected part of the text, as soon as they are small enough. The text can be edited
 * meanwhile.
 */
export async function addPictures(view: EditorView, files: readonly File[]): Promise<void> {
  lastId += 1;
  const id = lastId;
  const { from, to } = view.state.selection;
  const pending = [...stateOf(view.state).pending, { id, from, to, count: files.length }];
  view.dispatch(changed(view.state.tr, { pending, problems: [] }));
  const read: (ChosenPicture | string)[] = [];
  // One after the other: decoded, several large ones may be more than the memory has.
  for (const file of files) read.push(await readPicture(file));
  const chosen = read.filter((one) => typeof one !== 'string');
  if (view.isDestroyed) return;
  const fitted = await fitIntoText(view.state.doc, chosen);
  if (view.isDestroyed) return;
  finish(view, id, {
    sources: fitted.sources,
    problems: [...read.filter((one) => typeof one === 'string'), ...fitted.problems],
  });
}

interface Finished {
  readonly sources: readonly string[];
  readonly problems: readonly string[];
}

function finish(view: EditorView, id: number, { sources, problems }: Finished): void {
  const range = stateOf(view.state).pending.find((one) => one.id === id);
  let places: readonly number[] = [];
  if (range !== undefined && sources.length > 0) {
    const placed = placePictures(view.state, range, sources);
    places = placed.places;
    view.dispatch(placed.transaction.scrollIntoView());
  }
  const now = stateOf(view.state);
  const change = {
    pending: now.pending.filter((one) => one.id !== id),
    problems: [...now.problems, ...problems],
    added: [...now.added, ...places],
  };
  // What is typed next is a step of its own.
  view.dispatch(changed(closeHistory(view.state.tr), change));
}

/** What is shown below the text about its pictures. */
export interface PicturesShown {
  readonly pending: number;
  readonly problems: readonly string[];
  readonly described: DescribedPicture | null;
}

/** A picture whose description can be given. */
export interface DescribedPicture {
  readonly place: number;
  readonly src: string;
  readonly alt: string;
}

export function shownPictures(state: EditorState): PicturesShown {
  const { pending, problems, added, declined } = stateOf(state);
  const places = [selectedFigure(state), ...added].filter((place) => !declined.includes(place ?? -1));
  const [described = null] = places.flatMap((place) => readFigure(state.doc, place) ?? []);
  return { pending: pending.reduce((sum, { count }) => sum + count, 0), problems, described };
}

function readFigure(doc: Node, place: number | null): DescribedPicture | null {
  const node = place === null || place >= doc.content.size ? null : doc.nodeAt(place);
  if (place === null || node?.type.name !== 'figure') return null;
  return { place, src: String(node.attrs.src ?? ''), alt: String(node.attrs.alt ?? '') };
}

function selectedFigure({ selection: { $from } }: EditorState): number | null {
  if ($from.nodeAfter?.type.name === 'figure' && !$from.parent.isTextblock) return $from.pos;
  return $from.parent.type.name === 'figure' ? $from.before() : null;
}

export const closeProblems = (state: EditorState): Transaction => changed(state.tr, { problems: [] });

/** Ends the offer to describe a picture. */
export function declineDescription(state: EditorState, place: number): Transaction {
  const { added, declined } = stateOf(state);
  return changed(state.tr, { added: added.filter((one) => one !== place), declined: [...declined, place] });
}

/** Describes a picture; one step for Undo. */
export function describePicture(state: EditorState, place: number, alt: string): Transaction {
  const { added } = stateOf(state);
  const transaction = closeHistory(state.tr).setNodeAttribute(place, 'alt', alt);
  return changed(transaction, { added: added.filter((one) => one !== place) });
}
