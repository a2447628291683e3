import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { useSession } from '../use-session.ts';
import { useLiveValue } from './use-live-value.ts';

/**
 * As `usePrivateQuery`, for public pages: the store's code is loaded after the first paint, and never for
 * visitors.
 *
 * @param deps everything the query uses besides the store
 */
export function useLatePrivateQuery<T>(
  query: (store: PrivateStore) => Promise<T>,
  deps: readonly unknown[],
): T | null | undefined {
  const session = useSession();
  const userId = 'user' in session ? session.user.id : null;
  const value = useLiveValue<T | null>(
    async (watcher) => {
      if (userId === null) {
        watcher.next(null);
        return () => undefined;
      }
      return (await import('#pwa/store/database/live.ts')).watchPrivate(query, watcher);
    },
    [userId, ...deps],
  );
  return session.state === 'loading' ? undefined : value;
}
