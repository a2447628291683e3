import { useState } from 'react';
import type { Readable } from '#pwa/device/observable.ts';
import type { Watcher } from '#pwa/store/database/live.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';

/** Starts to watch; the store's code may still be loading. */
export type StartWatching<T> = (watcher: Watcher<T>) => Promise<() => void>;

interface LiveValue<T> extends Readable<T | undefined> {
  readonly deps: readonly unknown[];
}

/**
 * The newest value of a query over the store; undefined until there is one, and again when `deps` change, so
 * one lesson's text is never shown under another's title. An error of the query is thrown during render, for
 * the error boundary.
 */
export function useLiveValue<T>(start: StartWatching<T>, deps: readonly unknown[]): T | undefined {
  const [live, setLive] = useState(() => createLiveValue(start, deps));
  let shown = live;
  if (!isSameList(live.deps, deps)) {
    shown = createLiveValue(start, deps);
    setLive(shown);
  }
  return useObservable(shown);
}

function createLiveValue<T>(start: StartWatching<T>, deps: readonly unknown[]): LiveValue<T> {
  let held: { value: T } | { error: unknown } | null = null;
  return {
    deps,
    first: () => undefined,
    subscribe(listener) {
      let isOver = false;
      const set = (next: { value: T } | { error: unknown }) => {
        if (isOver) return;
        held = next;
        listener();
      };
      const fail = (error: unknown) => set({ error });
      const watching = start({ next: (value) => set({ value }), error: fail });
      watching.then((stop) => isOver && stop(), fail);
      return () => {
        isOver = true;
        watching.then(
          (stop) => stop(),
          () => undefined,
        );
      };
    },
    get() {
      if (held !== null && 'error' in held) throw held.error;
      return held?.value;
    },
  };
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => Object.is(item, b[at]));
}
