import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import type { FieldValues } from '#schema/editor/merge.ts';
import { pick } from '#schema/entities/by-name.ts';
import { moduleEntity } from '#schema/entities/module-entity.ts';

/** The local rows around one edit. */
export interface KnownRows {
  /** In the order of entry. */
  readonly unsent: readonly OutboxRow[];
  /** The server's last version of the course; undefined if it is deleted. */
  readonly course: AdminCourseOutline | undefined;
  /** The HTML of the edited lesson. */
  readonly content: string | undefined;
  /** The server's last version of the practice and tests of the edited lesson. */
  readonly quizzes: readonly ShownQuiz[];
  /** Deleted snapshots: the rows before the pull removed them, by id. */
  readonly deletedSnapshots: ReadonlyMap<string, FieldValues>;
}

/** Returns the server's last version of a lesson: the stored row, or its deleted snapshot. */
export function lastKnownLesson(
  { course, content, deletedSnapshots }: KnownRows,
  lessonId: string,
): FieldValues {
  const lesson = course?.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId);
  if (lesson === undefined) return deletedSnapshots.get(lessonId) ?? {};
  const { resources: _, ...fields } = lesson;
  return { ...fields, content };
}

/** As `lastKnownLesson`, for a module. */
export function lastKnownModule({ course, deletedSnapshots }: KnownRows, moduleId: string): FieldValues {
  const module = course?.modules.find(({ id }) => id === moduleId);
  if (module === undefined) return deletedSnapshots.get(moduleId) ?? {};
  return pick(module, moduleEntity.fieldNames);
}

/** Whether a module exists, or will exist when the unsent commands are done. */
export function hasModule({ course, unsent }: KnownRows, moduleId: string): boolean {
  const isSent = course?.modules.some(({ id }) => id === moduleId) === true;
  return (
    isSent ||
    unsent.some(({ command }) => command.kind === 'module.create' && command.args.moduleId === moduleId)
  );
}

/** As `hasModule`, for a lesson. */
export function hasLesson({ course, unsent }: KnownRows, lessonId: string): boolean {
  const isSent = course?.modules.some(({ lessons }) => lessons.some(({ id }) => id === lessonId)) === true;
  return (
    isSent ||
    unsent.some(({ command }) => command.kind === 'lesson.create' && command.args.lessonId === lessonId)
  );
}

/** The positions used by a course's modules, unsent ones included. */
export function placesInCourse({ course, unsent }: KnownRows, courseId: string): string[] {
  const created = unsent.flatMap(({ command }) =>
    command.kind === 'module.create' && command.args.courseId === courseId ? [command.args.position] : [],
  );
  return [...(course?.modules ?? []).map(({ position }) => position), ...created];
}

/** The positions used by a module's lessons, unsent ones included. */
export function placesInModule({ course, unsent }: KnownRows, moduleId: string): string[] {
  const module = course?.modules.find(({ id }) => id === moduleId);
  const created = unsent.flatMap(({ command }) =>
    command.kind === 'lesson.create' && command.args.moduleId === moduleId ? [command.args.position] : [],
  );
  return [...(module?.lessons ?? []).map(({ position }) => position), ...created];
}
