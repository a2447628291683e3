import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { useSession } from '../use-session.ts';
import { useLiveValue } from './use-live-value.ts';

/**
 * As `usePrivateQuery`, for public pages: the store's code is loaded after the first paint, and never for
 * visitors. Null also where the browser does not open the store: a public page works without it.
 *
 * @param load the query, whose code belongs to the store's
 * @param deps everything the query uses besides the store
 */
export function useLatePrivateQuery<T>(
  load: () => Promise<(store: PrivateStore) => Promise<T>>,
  deps: readonly unknown[],
): T | null | undefined {
  const session = useSession();
  const userId = 'user' in session ? session.user.id : null;
  const value = useLiveValue<T | null>(
    async (watcher) => {
      const none = () => {
        watcher.next(null);
        return () => undefined;
      };
      if (userId === null) return none();
      try {
        const [{ watchPrivate }, query] = await Promise.all([import('#pwa/store/database/live.ts'), load()]);
        return watchPrivate(query, { next: watcher.next, error: none });
      } catch {
        return none();
      }
    },
    [userId, ...deps],
  );
  return session.state === 'loading' ? undefined : value;
}
