import { useEffect } from 'react';
import type { UndoSteps } from './use-undo.ts';

/**
 * Ctrl or Cmd with Z undoes a change of the draft; with Shift, or Ctrl with Y, redoes it. Inside a text
 * field, the keys keep the browser's own function.
 */
export function useUndoKeys({ undo, redo }: UndoSteps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo(true);
      else undo(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, dialog') !== null;
}
