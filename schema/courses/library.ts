import type { Course } from './course.ts';

export const libraryCategories = ['all', 'courses', 'templates', 'bundles', 'tools'] as const;
export type LibraryCategory = (typeof libraryCategories)[number];

type Listed = Pick<Course, 'title' | 'description' | 'instructor'>;

/**
 * The catalogue split by position: a third (rounded up) courses, the next third templates, the rest bundles;
 * tools are always empty (spec map, section 2, public screens).
 */
export function categorize<C>(courses: readonly C[], category: LibraryCategory): C[] {
  const third = Math.ceil(courses.length / 3);
  switch (category) {
    case 'all':
      return [...courses];
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

/** Courses whose title, description or instructor contains the text, ignoring case. */
export function searchLibrary<C extends Listed>(courses: readonly C[], text: string): C[] {
  const searched = text.trim().toLowerCase();
  if (searched === '') return [...courses];
  return courses.filter((course) => fieldsOf(course).some((field) => field.includes(searched)));
}

/** In lower case, once for each course: a list is searched anew at every key. */
const lowerCased = new WeakMap<Listed, readonly string[]>();

function fieldsOf(course: Listed): readonly string[] {
  const known = lowerCased.get(course);
  if (known !== undefined) return known;
  const fields = [course.title, course.description, course.instructor].map((field) => field.toLowerCase());
  lowerCased.set(course, fields);
  return fields;
}
