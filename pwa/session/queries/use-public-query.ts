import type { PublicStore } from '#pwa/store/public/public-store.ts';
import { watchPublic } from '#pwa/store/public/watch-public.ts';
import { useLiveValue } from './use-live-value.ts';

/**
 * The result of a query over the public store, now and after every change. Undefined while loading.
 *
 * @param deps everything the query uses besides the store
 */
export function usePublicQuery<T>(
  query: (store: PublicStore) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  return useLiveValue(async (watcher) => watchPublic(query, watcher), deps);
}
