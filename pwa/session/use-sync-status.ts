import { type SyncStatus, syncStatus } from '../sync/status/status.ts';
import { useObservable } from '../ui/use-observable.ts';

/** The sync status of this device. */
export function useSyncStatus(): SyncStatus {
  return useObservable(syncStatus);
}
