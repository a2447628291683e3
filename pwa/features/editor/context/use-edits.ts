import { useCallback } from 'react';
import type { AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';
import type { CourseFields } from '#schema/entities/course-entity.ts';
import type { LessonFields } from '#schema/entities/lesson-entity.ts';
import type { ModuleFields } from '#schema/entities/module-entity.ts';
import type { TypedOptions } from '../draft/draft-book.ts';
import { changeCourse, changeLesson, changeModule, type Drafts } from '../draft/editor-draft.ts';
import { courseFieldsOf, lessonFieldsOf, moduleFieldsOf } from '../model/editor-model.ts';
import { findLesson } from '../model/find-lesson.ts';
import type { Placed } from '../model/reorder.ts';
import { useEditorContext } from './editor-context.tsx';

/*
 * Hooks that change the drafts. The base of a change is the record without its draft, so each of them looks
 * the record up in `seen`, not in the displayed course.
 */

export function useCourseEdit(): (changes: CourseFields, options?: TypedOptions) => void {
  const { book, getEditor } = useEditorContext();
  return useCallback(
    (changes, options) => {
      const { seen } = getEditor();
      const { version, title } = seen;
      const fields = courseFieldsOf(seen);
      book.change(
        (drafts) => changeCourse(drafts, { version, title, fields }, changes),
        stepOf('course', changes),
        options,
      );
    },
    [book, getEditor],
  );
}

export function useModuleEdit(): (moduleId: string, changes: ModuleFields, options?: TypedOptions) => void {
  const { book, getEditor } = useEditorContext();
  return useCallback(
    (moduleId, changes, options) => {
      const { seen } = getEditor();
      const record = findModule(seen.modules, moduleId);
      if (record === null) return;
      book.change((drafts) => changeModule(drafts, record, changes), stepOf(moduleId, changes), options);
    },
    [book, getEditor],
  );
}

/** Moves modules, in one undo step. */
export function useModulePlaces(): (places: readonly Placed[]) => void {
  const { book, getEditor } = useEditorContext();
  return useCallback(
    (places) => {
      const { seen } = getEditor();
      const place = (drafts: Drafts, { id, position }: Placed) => {
        const record = findModule(seen.modules, id);
        return record === null ? drafts : changeModule(drafts, record, { position });
      };
      book.change((drafts) => places.reduce(place, drafts));
    },
    [book, getEditor],
  );
}

/** Like {@link useModulePlaces}, for lessons, which may come from another module. */
export function useLessonPlaces(): (moduleId: string, places: readonly Placed[]) => void {
  const { book, getEditor } = useEditorContext();
  return useCallback(
    (moduleId, places) => {
      const { seen } = getEditor();
      const place = (drafts: Drafts, { id, position }: Placed) => {
        const record = findRecord(seen.modules, id, undefined);
        return record === null ? drafts : changeLesson(drafts, record, { position, moduleId });
      };
      book.change((drafts) => places.reduce(place, drafts));
    },
    [book, getEditor],
  );
}

interface LessonEditOptions extends TypedOptions {
  /** The lesson's HTML without the draft; needed only where the HTML is what changes. */
  readonly content?: string;
}

export function useLessonEdit(): (
  lessonId: string,
  changes: LessonFields,
  options?: LessonEditOptions,
) => void {
  const { book, getEditor } = useEditorContext();
  return useCallback(
    (lessonId, changes, { content, ...options } = {}) => {
      const { seen } = getEditor();
      const record = findRecord(seen.modules, lessonId, content);
      if (record === null) return;
      book.change((drafts) => changeLesson(drafts, record, changes), stepOf(lessonId, changes), options);
    },
    [book, getEditor],
  );
}

/** Like {@link useLessonEdit}, for values that are restored instead of typed, in one undo step. */
export function useLessonRestore(): (lessonId: string, changes: LessonFields, content: string) => void {
  const { book, getEditor } = useEditorContext();
  return useCallback(
    (lessonId, changes, content) => {
      const { seen } = getEditor();
      const record = findRecord(seen.modules, lessonId, content);
      if (record !== null) book.replaceDrafts((drafts) => changeLesson(drafts, record, changes));
    },
    [book, getEditor],
  );
}

function findRecord(modules: readonly AdminModuleOutline[], lessonId: string, content: string | undefined) {
  const found = findLesson(modules, lessonId);
  if (found === null) return null;
  const { lesson, module } = found;
  const { id, version, title } = lesson;
  return { id, version, title, fields: { ...lessonFieldsOf(lesson), content }, moduleId: module.id };
}

function findModule(modules: readonly AdminModuleOutline[], id: string) {
  const module = modules.find((one) => one.id === id);
  if (module === undefined) return null;
  const { version, title } = module;
  return { id, version, title, fields: moduleFieldsOf(module) };
}

/** Typing into one field of one record is one undo step. */
function stepOf(id: string, changes: object): string {
  return `${id}/${Object.keys(changes).join()}`;
}
