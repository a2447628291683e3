import { type Readable, Signal } from '#pwa/device/observable.ts';
import { livePrivate } from '#pwa/store/database/live.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';

/** The result of a query for one user; null without a known user, undefined while it is read. */
export type SharedResult<T> = Readable<T | null | undefined>;

/**
 * A query over the private store that many components of a page watch. It runs once for all of them, and a
 * component that joins the others has the result in its first render. Call it with the user whose result is
 * needed; an error of the query is thrown by `get`.
 */
export function shareQuery<T>(
  query: (store: PrivateStore) => Promise<T>,
): (userId: string | null) => SharedResult<T> {
  let current: { readonly userId: string | null; readonly result: SharedResult<T> } | null = null;
  return (userId) => {
    if (current?.userId !== userId) current = { userId, result: watchWhileUsed(query) };
    return current.result;
  };
}

function watchWhileUsed<T>(query: (store: PrivateStore) => Promise<T>): SharedResult<T> {
  const changes = new Signal();
  let held: { readonly value: T | null } | { readonly error: unknown } | null = null;
  let watchers = 0;
  let stop = () => {};

  const set = (next: NonNullable<typeof held>) => {
    held = next;
    changes.emit();
  };
  const start = () => {
    const results = livePrivate(async (store) => (store === null ? null : query(store)));
    const watch = results.subscribe(
      (value) => set({ value }),
      (error) => set({ error }),
    );
    stop = () => watch.unsubscribe();
  };
  const leave = () => {
    watchers -= 1;
    if (watchers > 0) return;
    stop();
    // Without a watcher it becomes outdated: the next page reads it again.
    held = null;
  };

  return {
    first: () => undefined,
    get() {
      if (held !== null && 'error' in held) throw held.error;
      return held?.value;
    },
    subscribe(listener) {
      const ignore = changes.subscribe(listener);
      watchers += 1;
      if (watchers === 1) start();
      return () => {
        ignore();
        leave();
      };
    },
  };
}
