import { useMemo } from 'react';
import type { Drafts } from '../draft/editor-draft.ts';
import { focusSoon, toggleId } from '../kit/focus-soon.ts';
import { pathToRecord } from '../model/find-lesson.ts';
import type { EditorContextValue } from './editor-context.tsx';

/**
 * Undo and redo. The changed record's module is opened, so that no change happens unseen in a closed module.
 */
export interface UndoSteps {
  /**
   * @param isLed whether a key triggered it: the focus then moves to the record. A pressed button keeps the
   * focus.
   */
  readonly undo: (shouldFocus: boolean) => void;
  readonly redo: (shouldFocus: boolean) => void;
}

type Needed = Pick<EditorContextValue, 'book' | 'getEditor' | 'open' | 'announce'>;

export function useUndo({ book, getEditor, open, announce }: Needed): UndoSteps {
  return useMemo(() => {
    const take = (step: () => void, name: string, shouldFocus: boolean) => {
      const before = book.state.get().drafts;
      step();
      const id = findChanged(before, book.state.get().drafts);
      const { course, seen } = getEditor();
      if (id === null) return;
      // A moved lesson is in another module now; a deleted record is only in the course without the drafts.
      const [moduleId] = [...pathToRecord(course.modules, id), ...pathToRecord(seen.modules, id)];
      if (moduleId === undefined) return;
      open.reveal(moduleId);
      announce(`${name} in “${titleOf(seen.modules, id)}”`);
      if (shouldFocus) focusSoon(toggleId(id));
    };
    return {
      undo: (shouldFocus) => take(() => book.undo(), 'Undone', shouldFocus),
      redo: (shouldFocus) => take(() => book.redo(), 'Redone', shouldFocus),
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
