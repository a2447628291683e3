import { useEffect } from 'react';
import { type Catalogue, readCatalogue } from '#pwa/store/public/catalogue.ts';
import type { Course } from '#schema/courses/course.ts';
import { usePublicQuery } from './use-public-query.ts';

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
