import type { Course } from '#schema/courses/course.ts';
import {
  categorize,
  type LibraryCategory,
  libraryCategories,
  searchLibrary,
} from '#schema/courses/library.ts';
import { countOf } from '#schema/messages/count.ts';

/** The category chips, in their order on the screen (spec map, section 2). */
export const categoryLabels: Readonly<Record<LibraryCategory, string>> = {
  all: 'All Resources',
  courses: 'Online Courses',
  templates: 'Templates',
  bundles: 'Bundles',
  tools: 'Tools & Software',
};

/** The label of a resource of each category on its card. */
const kinds = { courses: 'Online course', templates: 'Template', bundles: 'Bundle' } as const;

export interface LibraryItem extends Course {
  readonly kind: string;
}

export interface LibraryFilter {
  readonly category: LibraryCategory;
  readonly text: string;
}

/** The category in a URL; `all` if there is none or it is unknown. */
export function parseCategory(value: string | null): LibraryCategory {
  return libraryCategories.find((category) => category === value) ?? 'all';
}

export function isFiltered({ category, text }: LibraryFilter): boolean {
  return category !== 'all' || text.trim() !== '';
}

/** The resources of the catalogue, in its order. A category is a range of the list, so it is set before searching. */
export function listResources(courses: readonly Course[]): LibraryItem[] {
  return (['courses', 'templates', 'bundles'] as const).flatMap((each) =>
    categorize(courses, each).map((course) => ({ ...course, kind: kinds[each] })),
  );
}

/** The resources of {@link listResources} that pass the filter; the same array if all of them pass. */
export function filterResources(
  resources: readonly LibraryItem[],
  { category, text }: LibraryFilter,
): readonly LibraryItem[] {
  return searchLibrary(categorize(resources, category), text);
}

export function showingSentence(count: number): string {
  return `Showing ${countOf(count, 'resource')}`;
}
