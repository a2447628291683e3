import type { Watcher } from './live.ts';
import { openPublicStore, type PublicStore } from './public-store.ts';

/** Runs `query` now and after every write to the public store, by any tab. Returns a function that stops. */
export function watchPublic<T>(query: (store: PublicStore) => Promise<T>, watcher: Watcher<T>): () => void {
  const store = openPublicStore();
  let newest = 0;
  const ask = () => {
    newest += 1;
    const asked = newest;
    // A result that a newer query has overtaken is dropped.
    const isWanted = () => asked === newest;
    query(store).then(
      (value) => isWanted() && watcher.next(value),
      (error: unknown) => isWanted() && watcher.error(error),
    );
  };
  const stop = store.watch(ask);
  ask();
  return () => {
    newest += 1;
    stop();
  };
}
