import { useCallback, useEffect, useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';
import { usePublicQuery } from '../../session/use-public-query.ts';
import { findCatalogueTime, listCourses } from '../../store/catalogue.ts';
import type { PublicStore } from '../../store/public-store.ts';
import { refreshCatalogue } from '../../sync/refresh-catalogue.ts';

/** The catalogue of this device, refreshed when the page opens. Null: this device has not seen one yet. */
export function useLibrary() {
  const catalogue = usePublicQuery(readCatalogue, []);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(() => {
    refreshCatalogue().then(
      () => setProblem(null),
      (error: unknown) => setProblem(describeFailure(error)),
    );
  }, []);
  useEffect(refresh, [refresh]);
  return { courses: catalogue ?? null, problem, refresh };
}

async function readCatalogue(store: PublicStore) {
  const [courses, refreshedAt] = await Promise.all([listCourses(store), findCatalogueTime(store)]);
  return courses.length === 0 && refreshedAt === null ? null : courses;
}
