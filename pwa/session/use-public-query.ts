import type { PublicStore } from '../store/public-store.ts';
import { watchPublic } from '../store/watch-public.ts';
import { useLiveValue } from './use-live-value.ts';

/**
 * What a query finds in the public store, now and after every change of it. Undefined while loading.
 *
 * @param deps everything the query uses besides the store
 */
export function usePublicQuery<T>(
  query: (store: PublicStore) => Promise<T>,
  deps: readonly unknown[],
): T | undefined {
  return useLiveValue(async (watcher) => watchPublic(query, watcher), deps);
}
