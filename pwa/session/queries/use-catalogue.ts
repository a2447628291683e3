import { useEffect } from 'react';
import { findCatalogueTime, listCourses } from '#pwa/store/public/catalogue.ts';
import type { PublicStore } from '#pwa/store/public/public-store.ts';
import type { Course } from '#schema/courses/course.ts';
import { usePublicQuery } from './use-public-query.ts';

export interface Catalogue {
  readonly courses: readonly Course[];
  /** When it was last fetched (ISO string); null on a device that never had it. */
  readonly refreshedAt: string | null;
}

/**
 * The catalogue that the last screen showed. The next screen starts with it, because reading hundreds of
 * courses from the store takes longer than rendering a page of them.
 */
let lastShown: Catalogue | undefined;

/** Begins with the courses that came with the page: the server rendered it with them. */
export function setServedCatalogue(catalogue: Catalogue | undefined): void {
  lastShown = catalogue;
}

/** A course of {@link lastShown}, for its page until the store has been read. */
export function findShownCourse(courseId: string): Course | null {
  return lastShown?.courses.find(({ id }) => id === courseId) ?? null;
}

/** The catalogue on this device, now and after every change; undefined until it has been read once. */
export function useCatalogue(): Catalogue | undefined {
  const read = usePublicQuery(readCatalogue, []);
  useEffect(() => {
    if (read !== undefined) lastShown = read;
  }, [read]);
  return read ?? lastShown;
}

async function readCatalogue(store: PublicStore): Promise<Catalogue> {
  const [courses, refreshedAt] = await Promise.all([listCourses(store), findCatalogueTime(store)]);
  return { courses, refreshedAt };
}
