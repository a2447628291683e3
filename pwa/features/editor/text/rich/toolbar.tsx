import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ImageDialog } from './image-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import styles from './toolbar.module.css';
import {
  blockActions,
  directionActions,
  historyActions,
  type ToolbarAction,
  tableActions,
  textActions,
} from './toolbar-actions.ts';
import { useRovingFocus } from './use-roving-focus.ts';
import { useToolbarState } from './use-toolbar-state.ts';

interface ToolbarProps {
  editor: Editor;
  label: string;
}

const LINK = 'link';
const IMAGE = 'image';
/** The actions that open a dialog for a URL first. */
const dialogActions: readonly ToolbarAction[] = [
  { id: LINK, name: 'Link', mark: 'Link', run: () => {}, isOn: (editor) => editor.isActive('link') },
  { id: IMAGE, name: 'Insert image', mark: 'Image', run: () => {} },
];
const always = [textActions, blockActions, directionActions, dialogActions, historyActions];
const inTable = [tableActions, ...always];
const all = always.flat();

/** The buttons above the text. They are identified by their accessible names, not by their appearance. */
export function Toolbar({ editor, label }: ToolbarProps) {
  const [question, setQuestion] = useState<string | null>(null);
  const roving = useRovingFocus('bold');
  const state = useToolbarState(editor, all);
  const press = (action: ToolbarAction) => {
    if (dialogActions.includes(action)) setQuestion(action.id);
    else if (action.canRun?.(editor) !== false) action.run(editor);
  };
  return (
    <>
      <div
        role="toolbar"
        aria-label={`Formatting of ${label}`}
        className={styles.toolbar}
        onKeyDown={roving.onKeyDown}
      >
        {(state.isInTable ? inTable : always).map((group) => (
          <div key={group[0]?.id} className={styles.group}>
            {group.map((action) => (
              <button
                key={action.id}
                type="button"
                data-item={action.id}
                className={styles.button}
                tabIndex={roving.tabIndexOf(action.id)}
                aria-label={action.name}
                aria-keyshortcuts={action.keys}
                title={action.name}
                aria-pressed={action.isOn === undefined ? undefined : state.on.includes(action.id)}
                aria-disabled={state.disabled.includes(action.id) || undefined}
                onFocus={roving.onFocus(action.id)}
                // Prevents the text from losing its selection, and a phone from closing its keyboard.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => press(action)}
              >
                <span aria-hidden="true">{action.mark}</span>
              </button>
            ))}
          </div>
        ))}
      </div>
      {/* Rendered outside of a form around the editor, because forms cannot be nested. */}
      {question === LINK &&
        createPortal(<LinkDialog editor={editor} onClose={() => setQuestion(null)} />, document.body)}
      {question === IMAGE &&
        createPortal(<ImageDialog editor={editor} onClose={() => setQuestion(null)} />, document.body)}
    </>
  );
}
