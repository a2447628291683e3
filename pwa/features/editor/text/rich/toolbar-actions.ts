import type { Editor } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { hasDirection, toggleDirection } from './own-direction.ts';

/** A button of the toolbar: an icon (`toolbarIcons`), and its name where there is room for it. */
export interface ToolbarAction {
  readonly id: string;
  /** The accessible name. */
  readonly name: string;
  /** What of the name is beside the icon: on wide screens, and always in the row of the table. */
  readonly label?: string;
  readonly keys?: string;
  readonly run: (editor: Editor) => void;
  /** Whether the text at the caret has this format; absent for buttons that are not toggles. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly canRun?: (editor: Editor) => boolean;
}

const heading = (level: 2 | 3 | 4): ToolbarAction => ({
  id: `h${level}`,
  name: `H${level} heading`,
  keys: `Control+Alt+${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

export const textActions: readonly ToolbarAction[] = [
  {
    id: 'bold',
    name: 'Bold',
    keys: 'Control+B',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    id: 'italic',
    name: 'Italic',
    keys: 'Control+I',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    id: 'code',
    name: 'Code',
    keys: 'Control+E',
    run: (editor) => editor.chain().focus().toggleMark('code').run(),
    isOn: (editor) => editor.isActive('code'),
  },
];

export const headingActions: readonly ToolbarAction[] = [heading(2), heading(3), heading(4)];

export const blockActions: readonly ToolbarAction[] = [
  {
    id: 'bullets',
    name: 'Bulleted list',
    keys: 'Control+Shift+8',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    id: 'numbers',
    name: 'Numbered list',
    keys: 'Control+Shift+7',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    id: 'quote',
    name: 'Quote',
    keys: 'Control+Shift+B',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  {
    id: 'code-block',
    name: 'Code block',
    keys: 'Control+Alt+C',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    isOn: (editor) => editor.isActive('codeBlock'),
  },
  {
    id: 'rule',
    name: 'Horizontal rule',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** Inserts; those of links and pictures ask for an address first and are defined in the toolbar itself. */
export const insertActions: readonly ToolbarAction[] = [
  {
    id: 'table',
    name: 'Insert table',
    label: 'Table',
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    canRun: (editor) => !editor.isActive('table'),
  },
];

/** Text without a direction of its own goes by its first letter. */
export const directionActions: readonly ToolbarAction[] = [
  {
    id: 'ltr',
    name: 'Left to right',
    run: (editor) => toggleDirection(editor, 'ltr'),
    isOn: (editor) => hasDirection(editor, 'ltr'),
  },
  {
    id: 'rtl',
    name: 'Right to left',
    run: (editor) => toggleDirection(editor, 'rtl'),
    isOn: (editor) => hasDirection(editor, 'rtl'),
  },
];

/** In a row of their own while the caret is in a table. */
export const tableActions: readonly ToolbarAction[] = [
  {
    id: 'row',
    name: 'Add row below',
    label: 'Add row below',
    run: (editor) => editor.chain().focus().addRowAfter().run(),
  },
  {
    id: 'column',
    name: 'Add column after',
    label: 'Add column after',
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
  },
  {
    id: 'no-row',
    name: 'Delete row',
    label: 'Delete row',
    run: (editor) => editor.chain().focus().deleteRow().run(),
  },
  {
    id: 'no-column',
    name: 'Delete column',
    label: 'Delete column',
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  {
    id: 'no-table',
    name: 'Delete table',
    label: 'Delete table',
    run: (editor) => editor.chain().focus().deleteTable().run(),
  },
];

export const historyActions: readonly ToolbarAction[] = [
  {
    id: 'undo',
    name: 'Undo',
    keys: 'Control+Z',
    run: (editor) => editor.chain().focus().undo().run(),
    canRun: (editor) => undoDepth(editor.state) > 0,
  },
  {
    id: 'redo',
    name: 'Redo',
    keys: 'Control+Shift+Z',
    run: (editor) => editor.chain().focus().redo().run(),
    canRun: (editor) => redoDepth(editor.state) > 0,
  },
];
