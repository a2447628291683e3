import { useEffect } from 'react';
import { refreshProgress } from '../../sync/refresh.ts';
import { refreshCatalogue } from '../../sync/refresh-catalogue.ts';

/**
 * Asks for what is new once the page stands. Both failures are silent here: the page shows what the
 * device has, and the bar says when there is no connection.
 */
export function useFreshCatalogue(): void {
  useEffect(() => {
    refreshCatalogue().catch(() => undefined);
    refreshProgress().catch(() => undefined);
  }, []);
}
