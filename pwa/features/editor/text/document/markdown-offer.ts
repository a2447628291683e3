import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Schema, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

/** A pasted text with notations of Markdown, and where it is. */
export interface MarkdownOffer {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const key = new PluginKey<MarkdownOffer | null>('markdownOffer');

/** Remembers the last pasted Markdown until the next edit. */
export const markdownOffers = (): Plugin =>
  new Plugin<MarkdownOffer | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, offer) {
        const given: { readonly offer: MarkdownOffer | null } | undefined = transaction.getMeta(key);
        if (given !== undefined) return given.offer;
        return transaction.docChanged ? null : offer;
      },
    },
  });

export const offeredMarkdown = (state: EditorState): MarkdownOffer | null => key.getState(state) ?? null;

/** Inserts Markdown as it is, a paragraph for each line, and offers to format it. */
export function offerMarkdown(state: EditorState, text: string): Transaction {
  const { from } = state.selection;
  const transaction = state.tr.replaceSelection(sliceOfText(text, state.schema));
  return transaction.setMeta(key, { offer: { text, from, to: transaction.selection.to } });
}

/** Ends the offer without a change of the text. */
export const declineMarkdown = (state: EditorState): Transaction => state.tr.setMeta(key, { offer: null });

/** Replaces the text of an offer by its formatted content; one step for Undo. */
export const replaceOffered = (
  state: EditorState,
  { from, to }: MarkdownOffer,
  content: Slice,
): Transaction => closeHistory(state.tr).replaceRange(from, to, content);

function sliceOfText(text: string, schema: Schema): Slice {
  const lines = text.trimEnd().split(/(?:\r\n?|\n)+/);
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? [] : schema.text(line)),
  );
  return new Slice(Fragment.from(paragraphs), 1, 1);
}
