import { liveQuery } from 'dexie';
import { paced } from './paced.ts';
import { findPrivateStore, type PrivateStore } from './private-store.ts';
import { StoreUnavailableError } from './storage-errors.ts';

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

/**
 * The results of `query`, as `watchPrivate`, for screens: a slow query pauses between its runs. Each result is newer than
 * the one before.
 */
export function livePrivate<T>(query: (store: PrivateStore | null) => Promise<T>) {
  return {
    // Otherwise `dexie-react-hooks` looks for a value by watching for a moment.
    hasValue: () => false,
    subscribe: (next: (value: T) => void, error: (error: unknown) => void = () => {}) => ({
      unsubscribe: watchThroughChanges(() => query(findPrivateStore()), { next, error }),
    }),
  };
}

/**
 * Dexie drops a result when a change came before it: during a long series of changes, as when a thousand commands are
 * sent, a slow query would have none. Here the result of a run is delivered too if that of the run before it was dropped.
 */
function watchThroughChanges<T>(query: () => Promise<T>, { next, error }: Watcher<T>): () => void {
  let runs = 0;
  let delivered = 0;
  let isOver = false;
  const deliver = ({ run, value }: { readonly run: number; readonly value: T }) => {
    if (isOver || run <= delivered) return;
    delivered = run;
    next(value);
  };
  const numbered = paced(async () => {
    runs += 1;
    const run = runs;
    const found = { run, value: await query() };
    // After Dexie's own delivery, and outside of the live query, which would observe the reads of the screen.
    setTimeout(() => run - delivered > 1 && deliver(found));
    return found;
  });
  // A store that fails later must not take away a screen, and what is being typed there: each edit reports it.
  const report = (reason: unknown) => {
    if (delivered === 0 || !(reason instanceof StoreUnavailableError)) error(reason);
  };
  const subscription = liveQuery(numbered).subscribe({ next: deliver, error: report });
  return () => {
    isOver = true;
    subscription.unsubscribe();
  };
}
