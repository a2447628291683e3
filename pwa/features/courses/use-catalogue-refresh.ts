import { useCallback, useEffect, useState } from 'react';
import { fetchCatalogue } from './fetch-catalogue.ts';

export interface CatalogueRefresh {
  readonly state: 'pending' | 'done' | 'failed';
  /** Why the last fetch failed, as a sentence; null when it did not. */
  readonly problem: string | null;
  readonly refresh: () => void;
}

/** Fetches the list into the device's store when the page opens; the page only ever reads the store. */
export function useCatalogueRefresh(): CatalogueRefresh {
  const [problem, setProblem] = useState<string | null>(null);
  const [state, setState] = useState<CatalogueRefresh['state']>('pending');
  const refresh = useCallback(() => {
    setState('pending');
    fetchCatalogue().then(
      () => {
        setProblem(null);
        setState('done');
      },
      (error: unknown) => {
        setProblem(error instanceof Error ? error.message : String(error));
        setState('failed');
      },
    );
  }, []);
  useEffect(refresh, [refresh]);
  return { state, problem, refresh };
}
