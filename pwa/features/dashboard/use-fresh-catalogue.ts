import { useEffect } from 'react';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';

/**
 * Refreshes the catalogue once the page is shown. Failures are silent: the page shows stored data, and the
 * bar shows when the device is offline.
 */
export function useFreshCatalogue(): void {
  useEffect(() => {
    refreshCatalogue().catch(() => undefined);
  }, []);
}
