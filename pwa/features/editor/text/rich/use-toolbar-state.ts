import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type { ToolbarAction } from './toolbar-actions.ts';

/**
 * The buttons are updated when typing pauses: computing their state at each keystroke would be noticeable.
 */
const QUIET_MS = 120;

/** The ids of the pressed and of the disabled buttons. */
interface ToolbarState {
  readonly on: readonly string[];
  readonly disabled: readonly string[];
  readonly isInTable: boolean;
}

/**
 * The state of the buttons for the text at the caret. `actions` must be a constant, not created during
 * render.
 */
export function useToolbarState(editor: Editor, actions: readonly ToolbarAction[]): ToolbarState {
  const [state, setState] = useState(() => readState(editor, actions));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const next = readState(editor, actions);
      setState((was) => (isSame(was, next) ? was : next));
    };
    const readSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(read, QUIET_MS);
    };
    readSoon();
    editor.on('transaction', readSoon);
    return () => {
      editor.off('transaction', readSoon);
      clearTimeout(timer);
    };
  }, [editor, actions]);
  return state;
}

function readState(editor: Editor, actions: readonly ToolbarAction[]): ToolbarState {
  const ids = (isMeant: (action: ToolbarAction) => boolean | undefined) =>
    actions.filter(isMeant).map((action) => action.id);
  return {
    on: ids((action) => action.isOn?.(editor)),
    disabled: ids((action) => action.canRun?.(editor) === false),
    isInTable: editor.isActive('table'),
  };
}

function isSame(one: ToolbarState, other: ToolbarState): boolean {
  return (
    one.on.join() === other.on.join() &&
    one.disabled.join() === other.disabled.join() &&
    one.isInTable === other.isInTable
  );
}
