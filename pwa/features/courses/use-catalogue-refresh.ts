import { useCallback, useEffect, useState } from 'react';
import { describeFailure } from '#schema/spoken-error.ts';
import { refreshCatalogue } from '../../sync/refresh-catalogue.ts';

export interface CatalogueRefresh {
  /** Why the last fetch failed, as a sentence; null when it did not. */
  readonly problem: string | null;
  readonly refresh: () => void;
}

/** Fetches the list into the device's store when the page opens; the page only ever reads the store. */
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
