import type { PublicStore } from '#pwa/store/public/public-store.ts';
import { watchPublic } from '#pwa/store/public/watch-public.ts';
import { useLiveValue } from './use-live-value.ts';

/**
 * The result of a query over the public store, now and after every change. Undefined while loading.
 *
 * @param deps everything the query uses besides the store
 * @param unreadable the result while the store cannot be read: the server has the same data
 */
export function usePublicQuery<T>(
  query: (store: PublicStore) => Promise<T>,
  deps: readonly unknown[],
  unreadable?: T,
): T | undefined {
  return useLiveValue(async (watcher) => {
    const error = () => unreadable !== undefined && watcher.next(unreadable);
    return watchPublic(query, { next: watcher.next, error });
  }, deps);
}
