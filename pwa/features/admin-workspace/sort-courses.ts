import type { WorkspaceCourse } from './workspace-model.ts';

/** The orders of the courses in a tab; the first is the usual one. */
export const SORTS = ['edited', 'title', 'learners'] as const;
export type Sort = (typeof SORTS)[number];

export const sortNames: Readonly<Record<Sort, string>> = {
  edited: 'Last edited',
  title: 'Title',
  learners: 'Learners',
};

const { compare } = new Intl.Collator(undefined, { numeric: true });

/** Sorts courses of the workspace, which has the last edited first. Equal ones stay in that order. */
export function sortCourses(courses: readonly WorkspaceCourse[], sort: Sort): readonly WorkspaceCourse[] {
  switch (sort) {
    case 'edited':
      return courses;
    case 'title':
      return courses.toSorted((a, b) => compare(a.course.title, b.course.title));
    case 'learners':
      return courses.toSorted((a, b) => b.course.enrollmentCount - a.course.enrollmentCount);
  }
}
