import { Extension } from '@tiptap/core';
import { DOMParser, type Schema, type Slice } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import DOMPurify, { type Config } from 'dompurify';
import { addPictures, pastedPictures } from '../pictures/pasted-pictures.ts';
import { isBlockTag, RICH_ATTRIBUTES, RICH_TAGS } from './known-html.ts';
import { markdownOffers, offerMarkdown } from './markdown-offer.ts';
import { cleanPasted, isEmbedCode, seemsMarkdown } from './paste-html.ts';

const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [...RICH_TAGS, 'body', '#text', 'h1', 'div'],
  ALLOWED_ATTR: [...RICH_ATTRIBUTES, 'data-fixed', 'data-details', 'data-summary'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** Editors of this kind mark what they copy. This one's needs no cleaning, which would take its fixed blocks. */
const COPIED = /\sdata-pm-slice=/;

/** Elements by which other programs mark bold, italic and titles. */
const RENAMED = { b: 'strong', i: 'em', h1: 'h2' } as const;

/**
 * Sanitises pasted and dropped HTML. The editor's own handler would create markup from a string, which the
 * content security policy allows only the sanitiser.
 */
export const PasteLesson = Extension.create({
  name: 'pasteLesson',
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    return [
      markdownOffers(),
      pastedPictures(),
      new Plugin({
        props: {
          handleDOMEvents: {
            paste: (view, event) => take(view, { event, data: event.clipboardData, schema }),
            drop: (view, event) =>
              view.dragging === null && take(view, { event, data: event.dataTransfer, schema }),
          },
        },
      }),
    ];
  },
});

interface Pasted {
  readonly event: ClipboardEvent | DragEvent;
  readonly data: DataTransfer | null;
  readonly schema: Schema;
}

/** Text comes first: programs put a picture of what was copied beside it. */
const take = (view: EditorView, pasted: Pasted): boolean =>
  takePasted(view, pasted) || takeFiles(view, pasted);

/** Without this, the browser would open a dropped file in place of the app. */
function takeFiles(view: EditorView, { event, data }: Pasted): boolean {
  const files = [...(data?.files ?? [])];
  if (files.length === 0) return false;
  event.preventDefault();
  if ('clientX' in event) placeSelection(view, event);
  view.focus();
  void addPictures(view, files);
  return true;
}

/**
 * Returns whether it was handled. Plain text is left to the editor's own handler, unless it has notations of Markdown;
 * inside code, only the plain text is inserted.
 */
function takePasted(view: EditorView, { event, data, schema }: Pasted): boolean {
  const text = data?.getData('text/plain') ?? '';
  const html = isEmbedCode(text) ? text : (data?.getData('text/html') ?? '');
  const isInCode = view.state.selection.$from.parent.type.spec.code === true;
  const isMarkdown = html === '' && !isInCode && seemsMarkdown(text);
  if (html === '' && !isMarkdown) return false;
  event.preventDefault();
  if ('clientX' in event) placeSelection(view, event);
  if (isInCode) view.dispatch(view.state.tr.insertText(text.replace(/\r\n?/g, '\n')));
  else if (isMarkdown) view.dispatch(offerMarkdown(view.state, text).scrollIntoView());
  else view.dispatch(view.state.tr.replaceSelection(readPasted(html, schema)).scrollIntoView());
  view.focus();
  return true;
}

function placeSelection(view: EditorView, event: DragEvent): void {
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  if (place === null) return;
  const { tr, doc } = view.state;
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(place.pos))));
}

/** The content of the HTML of any program. */
export function readPasted(html: string, schema: Schema): Slice {
  const fragment = DOMPurify.sanitize(COPIED.test(html) ? html : cleanPasted(html), config);
  for (const [from, to] of Object.entries(RENAMED)) {
    for (const element of fragment.querySelectorAll(from)) {
      const renamed = document.createElement(to);
      renamed.append(...element.childNodes);
      element.replaceWith(renamed);
    }
  }
  removeSpaces(fragment);
  return DOMParser.fromSchema(schema).parseSlice(fragment);
}

/** Removes the ends of lines between blocks, which would become paragraphs, and the one at the end of code. */
function removeSpaces(fragment: DocumentFragment): void {
  const texts = document.createNodeIterator(fragment, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (!(node instanceof Text)) continue;
    const isBetween = [node.previousSibling, node.nextSibling].some(
      (sibling) => sibling instanceof Element && isBlockTag(sibling.localName),
    );
    if (isBetween && /^[ \t\r\n]*$/.test(node.data)) node.remove();
  }
  for (const code of fragment.querySelectorAll('pre')) {
    let last: ChildNode | null = code.lastChild;
    while (last?.lastChild) last = last.lastChild;
    if (last instanceof Text) last.data = last.data.replace(/\n$/, '');
  }
}
