import { liveQuery } from 'dexie';
import { findPrivateStore, type PrivateStore } from './private-store.ts';
import { openPublicStore, type PublicStore } from './public-store.ts';

export interface Watcher<T> {
  next(value: T): void;
  error(error: unknown): void;
}

/** Runs `query` now and after every change of what it read, by any tab. Returns the way to stop. */
export function watchPublic<T>(query: (store: PublicStore) => Promise<T>, watcher: Watcher<T>): () => void {
  return watch(() => query(openPublicStore()), watcher);
}

/** As {@link watchPublic}, for the person this device knows; null when it knows nobody. */
export function watchPrivate<T>(
  query: (store: PrivateStore) => Promise<T>,
  watcher: Watcher<T | null>,
): () => void {
  return watch(async () => {
    const store = findPrivateStore();
    return store === null ? null : query(store);
  }, watcher);
}

function watch<T>(query: () => Promise<T>, watcher: Watcher<T>): () => void {
  const subscription = liveQuery(query).subscribe(watcher);
  return () => subscription.unsubscribe();
}
