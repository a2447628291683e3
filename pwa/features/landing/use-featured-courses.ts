import { useEffect, useState } from 'react';
import { useCatalogue } from '#pwa/session/queries/use-catalogue.ts';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';
import { type Course, flattenLessons } from '#schema/courses/course.ts';
import { type FeaturedCourse, featuredCourses } from './featured.ts';

export interface ShownCourse extends FeaturedCourse {
  /** Undefined until the device or the server has returned the catalogue. */
  readonly thumbnail: string | null | undefined;
}

const OWN_SHOWN = 3;

/**
 * The three featured courses, with their thumbnails as on every other page, as far as the school has them; its own first
 * courses where it has none.
 */
export function useFeaturedCourses(): readonly ShownCourse[] {
  const catalogue = useCatalogue();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    refreshCatalogue().catch(() => setHasFailed(true));
  }, []);
  if (catalogue === undefined || (catalogue.refreshedAt === null && !hasFailed))
    return featuredCourses.map((course) => ({ ...course, thumbnail: undefined }));
  const thumbnails = new Map(catalogue.courses.map(({ id, thumbnail }) => [id, thumbnail]));
  const offered = featuredCourses.filter(({ id }) => thumbnails.has(id));
  const own = catalogue.courses.slice(0, OWN_SHOWN).map(describe);
  const shown = catalogue.refreshedAt === null ? featuredCourses : offered.length > 0 ? offered : own;
  return shown.map((course) => ({ ...course, thumbnail: thumbnails.get(course.id) ?? null }));
}

function describe(course: Course): FeaturedCourse {
  const { id, title, instructor } = course;
  return { id, title, instructor, lessons: flattenLessons(course).length };
}
