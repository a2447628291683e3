import { useCallback, useEffect, useState } from 'react';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

export interface CatalogueRefresh {
  /** Why the last fetch failed, as a sentence; null if it succeeded. */
  readonly problem: string | null;
  readonly refresh: () => void;
}

/** Fetches the list into the store when the page opens; the page itself reads only the store. */
export function useCatalogueRefresh(): CatalogueRefresh {
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(() => {
    refreshCatalogue().then(
      () => setProblem(null),
      (error: unknown) => setProblem(describeFailure(error)),
    );
  }, []);
  useEffect(refresh, [refresh]);
  return { problem, refresh };
}
