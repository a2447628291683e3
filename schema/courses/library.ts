import { fold } from '../search/fold.ts';
import type { Course } from './course.ts';

export const libraryCategories = ['all', 'courses', 'templates', 'bundles', 'tools'] as const;
export type LibraryCategory = (typeof libraryCategories)[number];

type Listed = Pick<Course, 'title' | 'description' | 'instructor'>;

/**
 * The catalogue split by position: a third (rounded up) courses, the next third templates, the rest bundles;
 * tools are always empty (spec map, section 2, public screens).
 */
export function categorize<C>(courses: readonly C[], category: LibraryCategory): readonly C[] {
  const third = Math.ceil(courses.length / 3);
  switch (category) {
    case 'all':
      return courses;
    case 'courses':
      return courses.slice(0, third);
    case 'templates':
      return courses.slice(third, 2 * third);
    case 'bundles':
      return courses.slice(2 * third);
    case 'tools':
      return [];
  }
}

/**
 * Courses whose title, description or instructor contains the text, ignoring case and marks. If all of them match, returns
 * the same array, so that a screen which shows it has nothing to render.
 */
export function searchLibrary<C extends Listed>(courses: readonly C[], text: string): readonly C[] {
  return searchListed(courses, text, (course) => course);
}

/** {@link searchLibrary} for rows that have a course. */
export function searchListed<R>(
  rows: readonly R[],
  text: string,
  courseOf: (row: R) => Listed,
): readonly R[] {
  const searched = fold(text.trim());
  const found = rows.filter((row) => fieldsOf(courseOf(row)).some((field) => field.includes(searched)));
  return found.length === rows.length ? rows : found;
}

/** Folded texts by course, computed once: a list is searched again at every key. */
const foldedFields = new WeakMap<Listed, readonly string[]>();

function fieldsOf(course: Listed): readonly string[] {
  const known = foldedFields.get(course);
  if (known !== undefined) return known;
  const fields = [course.title, course.description, course.instructor].map((field) => fold(field));
  foldedFields.set(course, fields);
  return fields;
}
