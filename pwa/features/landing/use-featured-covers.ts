import { useEffect, useState } from 'react';
import { useCatalogue } from '../../session/use-catalogue.ts';
import { refreshCatalogue } from '../../sync/refresh-catalogue.ts';

/**
 * The pictures of the courses as every other page shows them, by the course's id. Null while neither the device
 * nor the server has said; a course that is missing has no picture of its own.
 */
export function useFeaturedCovers(): ReadonlyMap<string, string | null> | null {
  const catalogue = useCatalogue();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    refreshCatalogue().catch(() => setHasFailed(true));
  }, []);
  if (catalogue === undefined || (catalogue.refreshedAt === null && !hasFailed)) return null;
  return new Map(catalogue.courses.map(({ id, thumbnail }) => [id, thumbnail]));
}
