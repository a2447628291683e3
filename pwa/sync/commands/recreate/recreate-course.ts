import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { given } from '#schema/editor/given.ts';
import { CourseFields, NewCourseFields } from '#schema/entities/course-entity.ts';
import type { KnownRows } from './known-rows.ts';
import type { Replacement } from './replacement.ts';

/**
 * Placeholder for required course fields that this device never received: an edit may have been imported from
 * a file.
 */
const UNKNOWN_TEXT = '(Not known on this device)';

/** Recreates a course with its own fields only; its former contents are in the history. */
export function recreateCourse(
  command: CommandOf<'course.update'>,
  { course, deletedSnapshots }: KnownRows,
): Replacement {
  const { courseId, courseTitle, base, changes } = command.args;
  const seen = v.parse(CourseFields, course ?? deletedSnapshots.get(courseId) ?? {});
  const fields = given(v.parse(v.partial(NewCourseFields), { ...seen, ...given(base), ...given(changes) }));
  const unknown = { description: UNKNOWN_TEXT, instructor: UNKNOWN_TEXT };
  const empty = { thumbnail: null, previewContent: '' };
  const args = { title: courseTitle, ...unknown, ...empty, ...fields, courseId: uuid() };
  return { remove: [], append: [{ ...command, kind: 'course.create', args }] };
}
