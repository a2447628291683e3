import type { Watcher } from '../database/live.ts';
import { openPublicStore, type PublicStore } from './public-store.ts';

/** Runs `query` now and after every write to the public store, by any tab. Returns a function that stops. */
export function watchPublic<T>(query: (store: PublicStore) => Promise<T>, watcher: Watcher<T>): () => void {
  const store = openPublicStore();
  let newest = 0;
  const runQuery = () => {
    newest += 1;
    const started = newest;
    // A result that a newer query has overtaken is dropped.
    const isWanted = () => started === newest;
    query(store).then(
      (value) => isWanted() && watcher.next(value),
      (error: unknown) => isWanted() && watcher.error(error),
    );
  };
  const stop = store.watch(runQuery);
  runQuery();
  return () => {
    newest += 1;
    stop();
  };
}
