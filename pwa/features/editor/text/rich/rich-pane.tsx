import { EditorContent, useEditor } from '@tiptap/react';
import { memo, useImperativeHandle, useRef, useState } from 'react';
import lessonStyles from '#pwa/lesson/text/lesson-text.module.css';
import { classNames } from '#pwa/ui/class-names.ts';
import { LessonDocument } from '../document/lesson-document.ts';
import { lessonExtensions } from '../document/lesson-schema.ts';
import { PasteLesson } from '../document/paste-lesson.ts';
import { readLesson } from '../document/read-lesson.ts';
import { ShownFixedBlock } from './fixed-block.ts';
import { MarkdownNotice } from './markdown-notice.tsx';
import { OwnDirection } from './own-direction.ts';
import styles from './rich-text.module.css';
import type { TextPaneProps } from './text-pane.ts';
import { Toolbar } from './toolbar.tsx';

const extensions = [
  ...lessonExtensions.filter((extension) => extension.name !== ShownFixedBlock.name),
  ShownFixedBlock,
  PasteLesson,
  OwnDirection,
];

/**
 * A lesson's text as learners see it, editable. Opening it does not change a byte. Memoised, because a render
 * with each reported text would set up the whole editor again.
 */
export const RichPane = memo(({ html, label, about, onEdit, onLeave, caret, ref }: TextPaneProps) => {
  const [opened] = useState(() => openDocument(html));
  const lesson = useRef(opened);
  const editor = useEditor({
    extensions,
    content: opened.content,
    autofocus: caret ?? false,
    // The content security policy forbids styles from scripts; the rules are in rich-text.module.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: classNames(lessonStyles.text, styles.text),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-description': 'Press Escape for the toolbar',
      },
      handleKeyDown: pressByKey,
    },
    onTransaction: ({ transaction }) => lesson.current.adopt(transaction.before),
    onUpdate: ({ transaction: { doc } }) => {
      const { current } = lesson;
      onEdit(() => current.write(doc));
    },
    onBlur: onLeave,
  });
  useImperativeHandle(
    ref,
    () => ({
      caret: () => (editor.isFocused ? editor.state.selection.from : null),
      applyExternal: (nextHtml) => {
        const next = openDocument(nextHtml);
        if (!editor.schema.nodeFromJSON(next.content).eq(editor.state.doc)) return false;
        next.adopt(editor.state.doc);
        lesson.current = next;
        return true;
      },
    }),
    [editor],
  );
  return (
    <div className={styles.pane}>
      <Toolbar editor={editor} label={about} />
      <EditorContent editor={editor} />
      <MarkdownNotice editor={editor} />
    </div>
  );
});
RichPane.displayName = 'RichPane';

/**
 * Keys of the text that lead to its toolbar: Escape, because the Tab key has another function in lists and tables,
 * and Ctrl or Cmd with K for a link, as in other editors. Outside of a text, K searches.
 */
function pressByKey(view: { readonly dom: HTMLElement }, event: KeyboardEvent): boolean {
  const pane = view.dom.closest(`.${styles.pane}`);
  if (event.key === 'Escape') pane?.querySelector<HTMLElement>('[data-item][tabindex="0"]')?.focus();
  else if (isLinkKey(event)) pane?.querySelector<HTMLElement>('[data-item="link"]')?.click();
  else return false;
  return true;
}

const isLinkKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

function openDocument(html: string): LessonDocument {
  return new LessonDocument(html, readLesson(html));
}

/** The parts of this HTML that the rich editor cannot render; empty if it knows everything. */
export function listUnknown(html: string): readonly string[] {
  return readLesson(html).unknown;
}
