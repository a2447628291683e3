import { useSyncExternalStore } from 'react';
import { isOnline, watchConnectivity } from '../sync/status/connectivity.ts';

/** Whether the server can be reached, as far as the app knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(watchConnectivity, isOnline);
}
