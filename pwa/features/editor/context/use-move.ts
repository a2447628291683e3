import { findLesson } from '../model/find-lesson.ts';
import { positionsAmong, positionsFor } from '../model/reorder.ts';
import { useEditorContext } from './editor-context.tsx';
import { useLessonPlaces, useModulePlaces } from './use-edits.ts';

/** Moves modules and lessons among their siblings, and lessons into other modules, and announces the new place. */
export function useMove() {
  const { getEditor, announce, open } = useEditorContext();
  const placeModules = useModulePlaces();
  const placeLessons = useLessonPlaces();
  const announceMove = (title: string, to: number, count: number) =>
    announce(`“${title}” moved to position ${to + 1} of ${count}`);
  /**
   * @param moduleId the module that it is moved into or within
   * @param to index among the module's lessons; undefined: the end
   */
  const moveLesson = (moduleId: string, id: string, to?: number): void => {
    const { modules } = getEditor().course;
    const target = modules.find((module) => module.id === moduleId);
    const from = findLesson(modules, id);
    if (target === undefined || from === null) return;
    const { lessons } = target;
    const { title } = from.lesson;
    if (from.module.id === moduleId) {
      const index = to ?? lessons.length - 1;
      const places = positionsFor(lessons, id, index);
      if (places.length === 0) return;
      placeLessons(moduleId, places);
      announceMove(title, index, lessons.length);
      return;
    }
    const index = to ?? lessons.length;
    placeLessons(moduleId, positionsAmong(lessons, id, index));
    open.reveal(moduleId);
    const place = `position ${index + 1} of ${lessons.length + 1}`;
    announce(`“${title}” moved to module “${target.title}”, ${place}`);
  };
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
    lesson: moveLesson,
    /**
     * Moves a lesson within its module, or past an end of it: to the end of the module before, or to the beginning of
     * the one behind.
     *
     * @param to index among the module's lessons; -1 and their number are past its ends
     */
    lessonPast(moduleId: string, id: string, to: number): void {
      const { modules } = getEditor().course;
      const at = modules.findIndex((module) => module.id === moduleId);
      const count = modules[at]?.lessons.length ?? 0;
      const beside = to < 0 ? modules[at - 1] : to >= count ? modules[at + 1] : undefined;
      if (to >= 0 && to < count) moveLesson(moduleId, id, to);
      else if (beside !== undefined) moveLesson(beside.id, id, to < 0 ? undefined : 0);
    },
  };
}

function titleOf(rows: readonly { readonly id: string; readonly title: string }[], id: string): string {
  return rows.find((row) => row.id === id)?.title ?? '';
}
