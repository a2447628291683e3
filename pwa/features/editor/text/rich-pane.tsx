import { EditorContent, useEditor } from '@tiptap/react';
import { useState } from 'react';
import lessonStyles from '../../../lesson/lesson-text.module.css';
import { classNames } from '../../../ui/class-names.ts';
import { ShownFixedBlock } from './fixed-block.ts';
import { LessonDocument } from './lesson-document.ts';
import { lessonExtensions } from './lesson-schema.ts';
import { PasteLesson } from './paste-lesson.ts';
import { readLesson } from './read-lesson.ts';
import styles from './rich-text.module.css';
import type { TextPaneProps } from './text-pane.ts';
import { Toolbar } from './toolbar.tsx';

const extensions = [
  ...lessonExtensions.filter((extension) => extension.name !== ShownFixedBlock.name),
  ShownFixedBlock,
  PasteLesson,
];

/** A lesson's text as learners see it, to be typed in. Opening it changes not a byte. */
export function RichPane({ html, label, onEdit, onLeave }: TextPaneProps) {
  const [lesson] = useState(() => new LessonDocument(html, readLesson(html)));
  const editor = useEditor({
    extensions,
    content: lesson.content,
    // The page's policy takes no style from a script; the rules stand in rich-text.module.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: classNames(lessonStyles.text, styles.text),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
    },
    onTransaction: ({ transaction }) => lesson.adopt(transaction.before),
    onUpdate: ({ transaction: { doc } }) => onEdit(() => lesson.write(doc)),
    onBlur: onLeave,
  });
  return (
    <div className={styles.pane}>
      <Toolbar editor={editor} label={label} />
      <EditorContent editor={editor} />
    </div>
  );
}

/** What the rich editor cannot show as text in this HTML, in words; empty when it knows everything. */
export function listUnknown(html: string): readonly string[] {
  return readLesson(html).unknown;
}
