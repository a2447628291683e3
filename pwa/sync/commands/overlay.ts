import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { byPosition } from '#schema/courses/position.ts';
import { createsCourse, ownRow } from './command-target.ts';
import { newCourse, wholeCourse } from './course-rows.ts';
import { changeLesson, changeModule, changeRow } from './course-tree.ts';
import {
  type CourseCommand,
  isCourseCommand,
  overlayCommand,
  overlayContentCommand,
} from './device-commands.ts';

/*
 * An admin's view: the server's rows with the commands applied that wait, or whose effect was not pulled yet. Nothing is
 * written here, so a refusal or an undo has nothing to revert. A row that only a waiting command creates has version 0;
 * edited ones keep the server's version.
 */

/** A command that is laid over the stored rows. */
export type ShownCommand = Command & {
  /** The version of its row after its ack. */
  readonly ackVersion?: number;
};

export function shownCommands(rows: readonly OutboxRow[]): ShownCommand[] {
  return rows.map(({ command, ackVersion }) =>
    ackVersion === undefined ? command : { ...command, ackVersion },
  );
}

/** Returns the courses with unsent commands applied; those that only a command creates come last. */
export function overlayCourses(
  rows: readonly AdminCourseOutline[],
  commands: readonly ShownCommand[],
): AdminCourseOutline[] {
  const byCourse = groupByCourse(commands);
  const known = new Set(rows.map(({ id }) => id));
  const createdIds = [...byCourse.keys()].filter((courseId) => !known.has(courseId));
  const courses = [
    ...rows.map((row) => overlayCourse(row, byCourse.get(row.id) ?? [])),
    ...createdIds.map((courseId) => overlayCourse(null, byCourse.get(courseId) ?? [])),
  ];
  return courses.filter((course) => course !== null);
}

/**
 * Returns one course with unsent commands applied; null if it does not exist or is being deleted. Commands on
 * other courses, and on rows that no longer exist, change nothing.
 *
 * @param row null for a course that the server has not sent yet: then the first command that creates it does
 */
export function overlayCourse(
  row: AdminCourseOutline | null,
  commands: readonly ShownCommand[],
): AdminCourseOutline | null {
  let course = row;
  let courseId = row?.id ?? null;
  for (const command of commands) {
    if (!isCourseCommand(command)) continue;
    if (courseId === null && createsCourse(command)) courseId = command.args.courseId;
    if (command.args.courseId === courseId) course = withAckVersion(applyToCourse(course, command), command);
  }
  return course === null ? null : sortCourse(course);
}

/**
 * Returns a lesson's HTML with the commands applied; null if neither the server nor a command has provided
 * it.
 */
export function overlayContent(
  content: string | null,
  lessonId: string,
  commands: readonly Command[],
): string | null {
  return commands
    .filter(isCourseCommand)
    .filter(({ args }) => 'lessonId' in args && args.lessonId === lessonId)
    .reduce<string | null>((shown, command) => overlayContentCommand(shown, command), content);
}

function applyToCourse(course: AdminCourseOutline | null, command: CourseCommand): AdminCourseOutline | null {
  if (course !== null) return overlayCommand(course, command);
  if (command.kind === 'course.create') return newCourse(command);
  return command.kind === 'course.duplicate' || command.kind === 'course.import'
    ? wholeCourse(command)
    : null;
}

/** The course in which the row of an acknowledged command has its version on the server. */
function withAckVersion(
  course: AdminCourseOutline | null,
  { ackVersion: version, ...command }: ShownCommand,
): AdminCourseOutline | null {
  if (course === null || version === undefined) return course;
  const [name, id = ''] = ownRow(command)?.split('/') ?? [];
  const put = <R extends { readonly version: number }>(row: R): R =>
    row.version < version ? { ...row, version } : row;
  if (name === 'course') return put(course);
  if (name === 'module') return changeModule(course, id, put);
  if (name === 'lesson') return changeLesson(course, id, put);
  if (name !== 'resource' || !('lessonId' in command.args)) return course;
  return changeLesson(course, command.args.lessonId, (lesson) => ({
    ...lesson,
    resources: changeRow(lesson.resources, id, put),
  }));
}

function sortCourse(course: AdminCourseOutline): AdminCourseOutline {
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons
      .map((lesson) => ({ ...lesson, resources: lesson.resources.toSorted(byPosition) }))
      .sort(byPosition),
  }));
  return { ...course, modules: modules.sort(byPosition) };
}

function groupByCourse(commands: readonly ShownCommand[]): Map<string, ShownCommand[]> {
  const groups = new Map<string, ShownCommand[]>();
  for (const command of commands) {
    if (!isCourseCommand(command)) continue;
    const { courseId } = command.args;
    const group = groups.get(courseId);
    if (group === undefined) groups.set(courseId, [command]);
    else group.push(command);
  }
  return groups;
}
