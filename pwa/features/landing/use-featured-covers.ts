import { useEffect, useState } from 'react';
import { useCatalogue } from '#pwa/session/queries/use-catalogue.ts';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';

/**
 * The thumbnails of the featured courses by course id, as on every other page. Null until the device or the
 * server has returned them; a course that is missing has none.
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
