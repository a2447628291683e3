import type { Command } from '#schema/commands.ts';
import { byPosition } from '#schema/position.ts';
import type { AdminCourseOutline } from '../store/admin-rows.ts';
import { given } from './given.ts';
import { applyToModules } from './overlay-modules.ts';

/*
 * What an admin sees: the server's words, and laid over them the commands that wait. Nothing is written
 * here, so a refusal or a change of mind needs nothing undone. A row that only a command has made has
 * version 0; edited ones keep the version that the server told.
 */

/** Courses with what was done to them; those that only a command has made stand behind the others. */
export function overlayCourses(
  rows: readonly AdminCourseOutline[],
  commands: readonly Command[],
): AdminCourseOutline[] {
  const byCourse = groupByCourse(commands);
  const known = new Set(rows.map(({ id }) => id));
  const made = [...byCourse.keys()].filter((courseId) => !known.has(courseId));
  const courses = [
    ...rows.map((row) => overlayCourse(row, byCourse.get(row.id) ?? [])),
    ...made.map((courseId) => overlayCourse(null, byCourse.get(courseId) ?? [])),
  ];
  return courses.filter((course) => course !== null);
}

/**
 * One course with what was done to it; null when it is not there or on its way out. Commands on other
 * courses, and on rows that are gone, change nothing.
 *
 * @param row null for a course that the server has not told of: then the first `course.create` makes it
 */
export function overlayCourse(
  row: AdminCourseOutline | null,
  commands: readonly Command[],
): AdminCourseOutline | null {
  let course = row;
  let courseId = row?.id ?? null;
  for (const command of commands) {
    if (courseId === null && command.kind === 'course.create') courseId = command.args.courseId;
    if (courseId !== null && courseOf(command) === courseId) course = applyToCourse(course, command);
  }
  return course === null ? null : sortCourse(course);
}

/** A lesson's HTML with what was done to it; null where neither the server nor a command has told it. */
export function overlayContent(
  content: string | null,
  lessonId: string,
  commands: readonly Command[],
): string | null {
  return commands.reduce<string | null>((shown, { kind, args }) => {
    if (kind === 'lesson.create' && args.lessonId === lessonId) return shown ?? args.content;
    if (kind === 'lesson.update' && args.lessonId === lessonId) return args.changes.content ?? shown;
    return shown;
  }, content);
}

function applyToCourse(course: AdminCourseOutline | null, command: Command): AdminCourseOutline | null {
  if (course === null) return command.kind === 'course.create' ? makeCourse(command) : null;
  switch (command.kind) {
    case 'course.update':
      return { ...course, ...given(command.args.changes) };
    case 'course.setStatus':
      return { ...course, status: command.args.status };
    case 'course.delete':
      return null;
    default:
      return { ...course, modules: applyToModules(course.modules, command) };
  }
}

function makeCourse({ args, createdAt }: Extract<Command, { kind: 'course.create' }>): AdminCourseOutline {
  const { courseId: id, ...fields } = args;
  return {
    ...fields,
    ...{ id, status: 'unpublished', version: 0, createdAt, updatedAt: createdAt },
    enrollmentCount: 0,
    modules: [],
    codeStats: { total: 0, unused: 0, used: 0 },
  };
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

function groupByCourse(commands: readonly Command[]): Map<string, Command[]> {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const courseId = courseOf(command);
    if (courseId === null) continue;
    const group = groups.get(courseId);
    if (group === undefined) groups.set(courseId, [command]);
    else group.push(command);
  }
  return groups;
}

/** The course that an edit lies in; null for what is none. */
function courseOf({ kind, args }: Command): string | null {
  return kind !== 'course.activate' && 'courseId' in args ? args.courseId : null;
}
