import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { Command, CommandKind, CommandOf } from '#schema/commands/all-commands.ts';
import type { QuizKind } from '../quizzes/quiz-kind.ts';
import type { CodeKind } from './code-rows.ts';
import {
  attachThumbnail,
  createCourse,
  deleteCourse,
  duplicateCourse,
  importCourse,
  setCourseStatus,
  updateCourse,
  uploadCodes,
} from './course-rows.ts';
import type { DeviceCommand } from './device-command.ts';
import { attachVideo, createLesson, deleteLesson, setLessonVideo, updateLesson } from './lesson-rows.ts';
import { createModule, deleteModule, updateModule } from './module-rows.ts';
import type { PersonKind } from './person-kind.ts';
import type { KnownRows } from './recreate/known-rows.ts';
import type { Replacement } from './recreate/replacement.ts';
import {
  attachResource,
  createResource,
  deleteResource,
  replaceFile,
  updateResource,
} from './resource-rows.ts';
import type { TrashKind } from './trash-kind.ts';

/** Commands that change no course row. */
type OtherKind =
  | 'course.activate'
  | 'code.redeem'
  | 'progress.save'
  | 'profile.update'
  | 'support.request'
  | 'user.setRole'
  | 'site.update'
  | CodeKind
  | TrashKind
  | PersonKind
  | QuizKind
  | 'history.keepAside';
export type CourseKind = Exclude<CommandKind, OtherKind>;
export type CourseCommand = CommandOf<CourseKind>;

const byKind: { readonly [K in CourseKind]: DeviceCommand<K> } = {
  'course.create': createCourse,
  'course.duplicate': duplicateCourse,
  'course.import': importCourse,
  'course.update': updateCourse,
  'course.setStatus': setCourseStatus,
  'course.delete': deleteCourse,
  'course.attachThumbnail': attachThumbnail,
  'codes.upload': uploadCodes,
  'module.create': createModule,
  'module.update': updateModule,
  'module.delete': deleteModule,
  'lesson.create': createLesson,
  'lesson.update': updateLesson,
  'lesson.delete': deleteLesson,
  'lesson.setVideo': setLessonVideo,
  'lesson.attachVideo': attachVideo,
  'resource.create': createResource,
  'resource.attach': attachResource,
  'resource.replaceFile': replaceFile,
  'resource.update': updateResource,
  'resource.delete': deleteResource,
};

export function isCourseCommand(command: Command): command is CourseCommand {
  return command.kind in byKind;
}

export function overlayCommand<K extends CourseKind>(
  course: AdminCourseOutline,
  command: CommandOf<K>,
): AdminCourseOutline | null {
  const { overlay } = byKind[command.kind];
  return overlay === undefined ? course : overlay(course, command);
}

export function overlayContentCommand<K extends CourseKind>(
  shown: string | null,
  command: CommandOf<K>,
): string | null {
  const { overlayContent } = byKind[command.kind];
  return overlayContent === undefined ? shown : overlayContent(shown, command);
}

/** Recreates the row of a command that another user deleted; null if its kind cannot. */
export function recreateFrom<K extends CourseKind>(
  command: CommandOf<K>,
  known: KnownRows,
): Replacement | null {
  return byKind[command.kind].recreate?.(command, known) ?? null;
}
