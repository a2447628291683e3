import type { AdminModuleOutline } from '../../store/admin-rows.ts';
import { useDesk } from './editor-context.tsx';
import { positionFor } from './reorder.ts';
import { useLessonEdit, useModuleEdit } from './use-edits.ts';

/** Moves modules and lessons among their neighbours, and says where they stand now. */
export function useMove() {
  const { editor, announce } = useDesk();
  const editModule = useModuleEdit();
  const editLesson = useLessonEdit();
  const tell = (title: string, to: number, count: number) =>
    announce(`“${title}” is now ${to + 1} of ${count}`);
  return {
    /** @param to index among the modules */
    module(id: string, to: number): void {
      const siblings = editor.course.modules;
      const title = titleOf(siblings, id);
      const position = positionFor(siblings, id, to);
      if (position === null) return;
      editModule(id, { position });
      tell(title, to, siblings.length);
    },
    /** @param to index among the module's lessons */
    lesson(module: AdminModuleOutline, id: string, to: number): void {
      const title = titleOf(module.lessons, id);
      const position = positionFor(module.lessons, id, to);
      if (position === null) return;
      editLesson(id, { position });
      tell(title, to, module.lessons.length);
    },
  };
}

function titleOf(rows: readonly { readonly id: string; readonly title: string }[], id: string): string {
  return rows.find((row) => row.id === id)?.title ?? '';
}
