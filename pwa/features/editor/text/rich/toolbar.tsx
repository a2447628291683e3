import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { ImageDialog } from './image-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { markMore } from './mark-more.ts';
import styles from './toolbar.module.css';
import {
  blockActions,
  directionActions,
  headingActions,
  historyActions,
  insertActions,
  type ToolbarAction,
  tableActions,
  textActions,
} from './toolbar-actions.ts';
import { ToolbarButton } from './toolbar-button.tsx';
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
  { id: LINK, name: 'Link', label: 'Link', run: () => {}, isOn: (editor) => editor.isActive('link') },
  { id: IMAGE, name: 'Insert image', label: 'Image', run: () => {} },
];
const groups = [
  textActions,
  headingActions,
  blockActions,
  [...dialogActions, ...insertActions],
  directionActions,
  historyActions,
];
const all = groups.flat();
const idsOutside = all.map(({ id }) => id);
const idsInTable = [...all, ...tableActions].map(({ id }) => id);

/** The buttons above the text. They are identified by their accessible names, not by their appearance. */
export function Toolbar({ editor, label }: ToolbarProps) {
  const [question, setQuestion] = useState<string | null>(null);
  const state = useToolbarState(editor, all);
  const roving = useRovingFocus(state.isInTable ? idsInTable : idsOutside);
  const press = (action: ToolbarAction) => {
    if (dialogActions.includes(action)) setQuestion(action.id);
    else if (action.canRun?.(editor) !== false) action.run(editor);
  };
  const show = (action: ToolbarAction) => (
    <ToolbarButton
      key={action.id}
      action={action}
      isOn={state.on.includes(action.id)}
      isDisabled={state.disabled.includes(action.id)}
      tabIndex={roving.tabIndexOf(action.id)}
      onFocus={roving.onFocus(action.id)}
      onPress={() => press(action)}
    />
  );
  return (
    <>
      <div
        role="toolbar"
        aria-label={`Formatting of ${label}`}
        className={styles.toolbar}
        onKeyDown={roving.onKeyDown}
      >
        <div className={styles.row} ref={markMore}>
          {groups.map((group) => (
            <div key={group[0]?.id} className={styles.group}>
              {group.map(show)}
            </div>
          ))}
        </div>
        {state.isInTable && (
          <div className={styles.tableRow} ref={markMore}>
            {tableActions.map(show)}
          </div>
        )}
      </div>
      {/* Rendered outside of a form around the editor, because forms cannot be nested. */}
      {question === LINK &&
        createPortal(<LinkDialog editor={editor} onClose={() => setQuestion(null)} />, document.body)}
      {question === IMAGE &&
        createPortal(<ImageDialog editor={editor} onClose={() => setQuestion(null)} />, document.body)}
    </>
  );
}
