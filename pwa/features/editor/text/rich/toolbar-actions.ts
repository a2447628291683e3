import type { Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { hasDirection, toggleDirection } from './own-direction.ts';

/** A button of the toolbar. `mark` is its visible label, `name` its accessible name. */
export interface ToolbarAction {
  readonly id: string;
  readonly name: string;
  readonly mark: string;
  readonly keys?: string;
  readonly run: (editor: Editor) => void;
  /** Whether the text at the caret has this format; absent for buttons that are not toggles. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly canRun?: (editor: Editor) => boolean;
}

const heading = (level: 2 | 3 | 4): ToolbarAction => ({
  id: `h${level}`,
  name: `H${level} heading`,
  mark: `H${level}`,
  keys: `Control+Alt+${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

/** Groups of buttons in order. Links and images need a dialog and are defined in the toolbar itself. */
export const textActions: readonly ToolbarAction[] = [
  {
    id: 'bold',
    name: 'Bold',
    mark: 'B',
    keys: 'Control+B',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    id: 'italic',
    name: 'Italic',
    mark: 'I',
    keys: 'Control+I',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    id: 'code',
    name: 'Code',
    mark: '<>',
    keys: 'Control+E',
    run: (editor) => editor.chain().focus().toggleMark('code').run(),
    isOn: (editor) => editor.isActive('code'),
  },
];

export const blockActions: readonly ToolbarAction[] = [
  heading(2),
  heading(3),
  heading(4),
  {
    id: 'bullets',
    name: 'Bulleted list',
    mark: '• List',
    keys: 'Control+Shift+8',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    id: 'numbers',
    name: 'Numbered list',
    mark: 'Numbered',
    keys: 'Control+Shift+7',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    id: 'quote',
    name: 'Quote',
    mark: '“ ”',
    keys: 'Control+Shift+B',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  {
    id: 'code-block',
    name: 'Code block',
    mark: '{ }',
    keys: 'Control+Alt+C',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    isOn: (editor) => editor.isActive('codeBlock'),
  },
  {
    id: 'rule',
    name: 'Horizontal rule',
    mark: '―',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    id: 'table',
    name: 'Insert table',
    mark: 'Table',
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    canRun: (editor) => !editor.isActive('table'),
  },
];

/** Text without a direction of its own goes by its first letter. */
export const directionActions: readonly ToolbarAction[] = [
  {
    id: 'ltr',
    name: 'Left to right',
    mark: '▸¶',
    run: (editor) => toggleDirection(editor, 'ltr'),
    isOn: (editor) => hasDirection(editor, 'ltr'),
  },
  {
    id: 'rtl',
    name: 'Right to left',
    mark: '¶◂',
    run: (editor) => toggleDirection(editor, 'rtl'),
    isOn: (editor) => hasDirection(editor, 'rtl'),
  },
];

/** Shown while the caret is in a table. */
export const tableActions: readonly ToolbarAction[] = [
  {
    id: 'row',
    name: 'Add row below',
    mark: '+ Row',
    run: (editor) => editor.chain().focus().addRowAfter().run(),
  },
  {
    id: 'column',
    name: 'Add column after',
    mark: '+ Column',
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
  },
  {
    id: 'no-row',
    name: 'Delete row',
    mark: '− Row',
    run: (editor) => editor.chain().focus().deleteRow().run(),
  },
  {
    id: 'no-column',
    name: 'Delete column',
    mark: '− Column',
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  {
    id: 'no-table',
    name: 'Delete table',
    mark: '− Table',
    run: (editor) => editor.chain().focus().deleteTable().run(),
  },
];

export const historyActions: readonly ToolbarAction[] = [
  {
    id: 'undo',
    name: 'Undo',
    mark: '↶',
    keys: 'Control+Z',
    run: (editor) => editor.chain().focus().undo().run(),
    canRun: (editor) => undoDepth(editor.state) > 0,
  },
  {
    id: 'redo',
    name: 'Redo',
    mark: '↷',
    keys: 'Control+Shift+Z',
    run: (editor) => editor.chain().focus().redo().run(),
    canRun: (editor) => redoDepth(editor.state) > 0,
  },
];
