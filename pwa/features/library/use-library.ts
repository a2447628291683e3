import { useCallback, useEffect, useState } from 'react';
import { usePublicQuery } from '../../session/use-public-query.ts';
import { findCatalogueTime, listCourses } from '../../store/catalogue.ts';
import type { PublicStore } from '../../store/public-store.ts';

/** The catalogue of this device, refreshed when the page opens. Null: this device has not seen one yet. */
export function useLibrary() {
  const catalogue = usePublicQuery(readCatalogue, []);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(() => {
    fetchCatalogue().then(
      () => setProblem(null),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, []);
  useEffect(refresh, [refresh]);
  return { courses: catalogue ?? null, problem, refresh };
}

async function readCatalogue(store: PublicStore) {
  const [courses, refreshedAt] = await Promise.all([listCourses(store), findCatalogueTime(store)]);
  return courses.length === 0 && refreshedAt === null ? null : courses;
}

/** The writing part of the store comes by itself and later, so that the page is painted before it. */
async function fetchCatalogue(): Promise<void> {
  await (await import('../../sync/refresh.ts')).refreshCatalogue();
}
