import { countOf } from '#schema/count.ts';
import type { Course } from '#schema/course.ts';
import { categorize, type LibraryCategory, libraryCategories, searchLibrary } from '#schema/library.ts';

/** The chips as they stand on the screen (section 2, Library). */
export const categoryLabels: Readonly<Record<LibraryCategory, string>> = {
  all: 'All Resources',
  courses: 'Online Courses',
  templates: 'Templates',
  bundles: 'Bundles',
  tools: 'Tools & Software',
};

/** What one resource of a category is called on its card. */
const kinds = { courses: 'Online course', templates: 'Template', bundles: 'Bundle' } as const;

export interface LibraryItem extends Course {
  readonly kind: string;
}

export interface LibraryFilter {
  readonly category: LibraryCategory;
  readonly text: string;
}

/** The category that an address names; everything when it names none that we know. */
export function parseCategory(value: string | null): LibraryCategory {
  return libraryCategories.find((category) => category === value) ?? 'all';
}

export function isFiltered({ category, text }: LibraryFilter): boolean {
  return category !== 'all' || text.trim() !== '';
}

/** What the filter leaves of the catalogue, in its order. A category is a place in the list, so it is told before searching. */
export function viewLibrary(courses: readonly Course[], { category, text }: LibraryFilter): LibraryItem[] {
  const items = (['courses', 'templates', 'bundles'] as const).flatMap((each) =>
    category === 'all' || category === each
      ? categorize(courses, each).map((course) => ({ ...course, kind: kinds[each] }))
      : [],
  );
  return searchLibrary(items, text);
}

export function showingSentence(count: number): string {
  return `Showing ${countOf(count, 'resource')}`;
}
