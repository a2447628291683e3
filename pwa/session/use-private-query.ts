import type { PrivateStore } from '../store/private-store.ts';
import { useLiveValue } from './use-live-value.ts';
import { useSession } from './use-session.ts';

/**
 * What a query finds in the private store of whoever is here (their session may have expired), now and
 * after every change of it. Undefined while loading; null when nobody is known.
 *
 * @param deps everything the query uses besides the store
 */
export function usePrivateQuery<T>(
  query: (store: PrivateStore) => Promise<T>,
  deps: readonly unknown[],
): T | null | undefined {
  const session = useSession();
  const userId = 'user' in session ? session.user.id : null;
  return useLiveValue(
    async (watcher) => (await import('../store/live.ts')).watchPrivate(query, watcher),
    [userId, ...deps],
  );
}
