import { Extension } from '@tiptap/core';
import { DOMParser, type Schema, type Slice } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import DOMPurify, { type Config } from 'dompurify';
import { RICH_ATTRIBUTES, RICH_TAGS } from './known-html.ts';

const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [...RICH_TAGS, 'body', '#text', 'h1', 'div'],
  ALLOWED_ATTR: [...RICH_ATTRIBUTES, 'data-fixed', 'data-details', 'data-summary'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

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
      new Plugin({
        props: {
          handleDOMEvents: {
            paste: (view, event) => takePasted(view, { event, data: event.clipboardData, schema }),
            drop: (view, event) =>
              view.dragging === null && takePasted(view, { event, data: event.dataTransfer, schema }),
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

/**
 * Returns whether it was handled. Without HTML, the editor's own handler applies; inside code, only the plain
 * text is inserted.
 */
function takePasted(view: EditorView, { event, data, schema }: Pasted): boolean {
  const html = data?.getData('text/html') ?? '';
  if (html === '') return false;
  event.preventDefault();
  const isInCode = view.state.selection.$from.parent.type.spec.code === true;
  if (event instanceof DragEvent) placeSelection(view, event);
  if (isInCode) view.dispatch(view.state.tr.insertText(data?.getData('text/plain') ?? ''));
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

function readPasted(html: string, schema: Schema): Slice {
  const fragment = DOMPurify.sanitize(html, config);
  for (const [from, to] of Object.entries(RENAMED)) {
    for (const element of fragment.querySelectorAll(from)) {
      const renamed = document.createElement(to);
      renamed.append(...element.childNodes);
      element.replaceWith(renamed);
    }
  }
  return DOMParser.fromSchema(schema).parseSlice(fragment);
}
