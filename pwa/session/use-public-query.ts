import type { PublicStore } from '../store/public-store.ts';
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
  // Loaded here and not at the top, so that public pages paint without waiting for Dexie.
  return useLiveValue(
    async (watcher) => (await import('../store/live.ts')).watchPublic(query, watcher),
    deps,
  );
}
