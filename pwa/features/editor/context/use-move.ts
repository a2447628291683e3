import { positionsFor } from '../model/reorder.ts';
import { useEditorContext } from './editor-context.tsx';
import { useLessonPlaces, useModulePlaces } from './use-edits.ts';

/** Moves modules and lessons among their siblings, and announces the new position. */
export function useMove() {
  const { getEditor, announce } = useEditorContext();
  const placeModules = useModulePlaces();
  const placeLessons = useLessonPlaces();
  const announceMove = (title: string, to: number, count: number) =>
    announce(`“${title}” moved to position ${to + 1} of ${count}`);
  return {
    /** @param to index among the modules */
    module(id: string, to: number): void {
      const siblings = getEditor().course.modules;
      const title = titleOf(siblings, id);
      const places = positionsFor(siblings, id, to);
      if (places.length === 0) return;
      placeModules(places);
      announceMove(title, to, siblings.length);
    },
    /** @param to index among the module's lessons */
    lesson(moduleId: string, id: string, to: number): void {
      const siblings = getEditor().course.modules.find((module) => module.id === moduleId)?.lessons ?? [];
      const title = titleOf(siblings, id);
      const places = positionsFor(siblings, id, to);
      if (places.length === 0) return;
      placeLessons(places);
      announceMove(title, to, siblings.length);
    },
  };
}

function titleOf(rows: readonly { readonly id: string; readonly title: string }[], id: string): string {
  return rows.find((row) => row.id === id)?.title ?? '';
}
