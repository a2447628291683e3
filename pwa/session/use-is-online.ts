import { online } from '../sync/status/connectivity.ts';
import { useObservable } from '../ui/use-observable.ts';

/** Whether the server can be reached, as far as the app knows. */
export function useIsOnline(): boolean {
  return useObservable(online);
}
