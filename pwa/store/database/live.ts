import { liveQuery } from 'dexie';
import { paced } from './paced.ts';
import { findPrivateStore, type PrivateStore } from './private-store.ts';

export interface Watcher<T> {
  next(value: T): void;
  error(error: unknown): void;
}

/**
 * Runs `query` over the known user's store, now and after every change of what it read, by any tab; null
 * without a known user. Returns a function that stops.
 */
export function watchPrivate<T>(
  query: (store: PrivateStore) => Promise<T>,
  watcher: Watcher<T | null>,
): () => void {
  const subscription = liveQuery(async () => {
    const store = findPrivateStore();
    return store === null ? null : query(store);
  }).subscribe(watcher);
  return () => subscription.unsubscribe();
}

/** As {@link watchPrivate}; a slow query pauses between its runs. Of the results, only the latest counts. */
export function watchPaced<T>(
  query: (store: PrivateStore) => Promise<T>,
  { next, error }: Watcher<T | null>,
): () => void {
  const run = paced(async () => {
    const store = findPrivateStore();
    return store === null ? null : query(store);
  });
  const subscription = liveQuery(run).subscribe({ next, error });
  return () => subscription.unsubscribe();
}

/** The results of `query`, as `watchPrivate`, for screens: a slow query pauses between its runs. */
export function livePrivate<T>(query: (store: PrivateStore | null) => Promise<T>) {
  return liveQuery(paced(() => query(findPrivateStore())));
}
