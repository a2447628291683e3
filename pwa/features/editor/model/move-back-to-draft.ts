import * as v from 'valibot';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { baseOf, type Command, changesOf, draftFormOf, rowsAround } from '#schema/commands/all-commands.ts';
import { CourseFields } from '#schema/entities/course-entity.ts';
import { LessonFields } from '#schema/entities/lesson-entity.ts';
import { ModuleFields } from '#schema/entities/module-entity.ts';
import {
  changeCourse,
  changeLesson,
  changeModule,
  type Drafts,
  markLesson,
  markModule,
} from '../draft/editor-draft.ts';
import { courseFieldsOf, lessonFieldsOf, moduleFieldsOf } from './editor-model.ts';

/**
 * Moves a refused command back to draft, on top of the current course. Commands that are not saved from a
 * draft, and commands on a deleted row, leave the drafts unchanged.
 */
export function moveBackToDraft(drafts: Drafts, seen: AdminCourseOutline, command: Command): Drafts {
  const form = draftFormOf(command.kind);
  if (form === null) return drafts;
  const row = findRow(seen, rowsAround(command).at(-1));
  return row === null ? drafts : row[form](drafts, command);
}

/** Whether the row of a command is still in the course: otherwise a draft of it would be lost. */
export function hasRow(seen: AdminCourseOutline, command: Command): boolean {
  return findRow(seen, rowsAround(command).at(-1)) !== null;
}

/** Whether {@link moveBackToDraft} can create a draft from it. */
export function canMoveBackToDraft({ kind }: Command): boolean {
  return draftFormOf(kind) !== null;
}

/** The effect of a command on a row, as a draft. */
interface DraftedRow {
  fields(drafts: Drafts, command: Command): Drafts;
  deletion(drafts: Drafts): Drafts;
}

/** The row of the course with this key of `rowsAround`; null if it was deleted. */
function findRow(seen: AdminCourseOutline, key: string | undefined): DraftedRow | null {
  if (key === `course/${seen.id}`) return draftedCourse(seen);
  for (const module of seen.modules) {
    if (key === `module/${module.id}`) return draftedModule(module);
    const lesson = module.lessons.find(({ id }) => key === `lesson/${id}`);
    if (lesson !== undefined) return draftedLesson({ ...lesson, moduleId: module.id });
  }
  return null;
}

type Module = AdminCourseOutline['modules'][number];
type Lesson = Module['lessons'][number];

const draftedCourse = (seen: AdminCourseOutline): DraftedRow => ({
  fields: (drafts, command) => {
    const { version, title } = seen;
    const changes = v.parse(CourseFields, changesOf(command));
    return changeCourse(drafts, { version, title, fields: courseFieldsOf(seen) }, changes);
  },
  // A course is not deleted by saving its draft.
  deletion: (drafts) => drafts,
});

const draftedModule = (module: Module): DraftedRow => ({
  fields: (drafts, command) => {
    const changes = v.parse(ModuleFields, changesOf(command));
    return changeModule(drafts, { ...module, fields: moduleFieldsOf(module) }, changes);
  },
  deletion: (drafts) => markModule(drafts, module, true),
});

const draftedLesson = (lesson: Lesson & { readonly moduleId: string }): DraftedRow => ({
  fields: (drafts, command) => {
    // The outline has no HTML: the text that the edit saw takes its place.
    const { content } = v.parse(LessonFields, baseOf(command));
    const changes = v.parse(LessonFields, changesOf(command));
    return changeLesson(drafts, { ...lesson, fields: { ...lessonFieldsOf(lesson), content } }, changes);
  },
  deletion: (drafts) => markLesson(drafts, lesson, true),
});
