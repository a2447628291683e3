import { liveQuery } from 'dexie';
import { paced } from './paced.ts';
import { findPrivateStore, type PrivateStore } from './private-store.ts';

export interface Watcher<T> {
  next(value: T): void;
  error(error: unknown): void;
}

/**
 * Runs `query` over the store of the person this device knows, now and after every change of what it read,
 * by any tab; null when it knows nobody. Returns the way to stop.
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

/** What `query` finds, as {@link watchPrivate} has it, for the screens: a slow query rests between its runs. */
export function livePrivate<T>(query: (store: PrivateStore | null) => Promise<T>) {
  return liveQuery(paced(() => query(findPrivateStore())));
}
