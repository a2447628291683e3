import { useMemo } from 'react';
import type { EditorDesk } from './editor-context.tsx';
import type { Drafts } from './editor-draft.ts';
import { pathToRecord } from './find-lesson.ts';
import { focusSoon, toggleId } from './focus-soon.ts';

/**
 * Undo and redo. The changed record's module is opened, so that no change happens unseen in a closed module.
 */
export interface UndoSteps {
  /**
   * @param isLed whether a key triggered it: the focus then moves to the record. A pressed button keeps the
   * focus.
   */
  readonly undo: (isLed: boolean) => void;
  readonly redo: (isLed: boolean) => void;
}

type Needed = Pick<EditorDesk, 'book' | 'getEditor' | 'open' | 'announce'>;

export function useUndo({ book, getEditor, open, announce }: Needed): UndoSteps {
  return useMemo(() => {
    const take = (step: () => void, name: string, isLed: boolean) => {
      const before = book.getState().drafts;
      step();
      const id = findChanged(before, book.getState().drafts);
      const { modules } = getEditor().seen;
      const [moduleId] = id === null ? [] : pathToRecord(modules, id);
      if (id === null || moduleId === undefined) return;
      open.reveal(moduleId);
      announce(`${name} in “${titleOf(modules, id)}”`);
      if (isLed) focusSoon(toggleId(id));
    };
    return {
      undo: (isLed) => take(() => book.undo(), 'Undone', isLed),
      redo: (isLed) => take(() => book.redo(), 'Redone', isLed),
    };
  }, [book, getEditor, open, announce]);
}

/** The first module or lesson whose draft differs; null if only the course's own does. */
export function findChanged(before: Drafts, after: Drafts): string | null {
  for (const kind of ['modules', 'lessons'] as const) {
    const [old, now] = [before[kind], after[kind]];
    const ids = [...Object.keys(old), ...Object.keys(now)];
    const changed = ids.find((id) => old[id] !== now[id]);
    if (changed !== undefined) return changed;
  }
  return null;
}

function titleOf(modules: Parameters<typeof pathToRecord>[0], id: string): string {
  const rows = modules.flatMap((module) => [module, ...module.lessons]);
  return rows.find((row) => row.id === id)?.title ?? '';
}
