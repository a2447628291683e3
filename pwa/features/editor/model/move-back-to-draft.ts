import type { Command } from '#schema/commands/all-commands.ts';
import type { AdminCourseOutline } from '../../../store/database/admin-rows.ts';
import {
  changeCourse,
  changeLesson,
  changeModule,
  type Drafts,
  markLesson,
  markModule,
} from '../draft/editor-draft.ts';
import { courseFieldsOf, lessonFieldsOf, moduleFieldsOf } from './editor-model.ts';
import { findLesson } from './find-lesson.ts';

/**
 * Moves a refused command back to draft, on top of the current course. Commands that are not edits or
 * deletions of a course's fields, a module or a lesson (creates, resources, codes) leave the drafts
 * unchanged.
 */
export function moveBackToDraft(drafts: Drafts, seen: AdminCourseOutline, command: Command): Drafts {
  switch (command.kind) {
    case 'course.update': {
      const { version, title } = seen;
      return changeCourse(drafts, { version, title, fields: courseFieldsOf(seen) }, command.args.changes);
    }
    case 'module.update':
    case 'module.delete': {
      const module = seen.modules.find(({ id }) => id === command.args.moduleId);
      if (module === undefined) return drafts;
      if (command.kind === 'module.delete') return markModule(drafts, module, true);
      return changeModule(drafts, { ...module, fields: moduleFieldsOf(module) }, command.args.changes);
    }
    case 'lesson.update':
    case 'lesson.delete': {
      const found = findLesson(seen.modules, command.args.lessonId);
      if (found === null) return drafts;
      const lesson = { ...found.lesson, moduleId: found.module.id };
      if (command.kind === 'lesson.delete') return markLesson(drafts, lesson, true);
      const { base, changes } = command.args;
      const fields = { ...lessonFieldsOf(lesson), content: base.content };
      return changeLesson(drafts, { ...lesson, fields }, changes);
    }
    default:
      return drafts;
  }
}

/** Whether {@link moveBackToDraft} can create a draft from it. */
export function canMoveBackToDraft({ kind }: Command): boolean {
  return /^(course|module|lesson)\.(update|delete)$/.test(kind) && kind !== 'course.delete';
}
