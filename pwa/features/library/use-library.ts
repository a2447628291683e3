import { useCallback, useEffect, useState } from 'react';
import { useCatalogue } from '#pwa/session/queries/use-catalogue.ts';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** The stored catalogue, refreshed when the page opens. Null if this device has none yet. */
export function useLibrary() {
  const catalogue = useCatalogue();
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(() => {
    refreshCatalogue().then(
      () => setProblem(null),
      (error: unknown) => setProblem(describeFailure(error)),
    );
  }, []);
  useEffect(refresh, [refresh]);
  const isKnown = catalogue !== undefined && (catalogue.courses.length > 0 || catalogue.refreshedAt !== null);
  return { courses: isKnown ? catalogue.courses : null, problem, refresh };
}
