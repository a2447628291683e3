import { useSyncExternalStore } from 'react';
import type { Readable } from '../device/observable.ts';

/** The value of an observable. Renders the caller when it changes. */
export function useObservable<Value>(observable: Readable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get, observable.first ?? observable.get);
}

/**
 * A part of the value of an observable. Renders the caller only when that part changes: `select` has to return
 * the same part until then.
 */
export function useObservablePart<Value, Part>(
  observable: Readable<Value>,
  select: (value: Value) => Part,
): Part {
  const { first = observable.get } = observable;
  return useSyncExternalStore(
    observable.subscribe,
    () => select(observable.get()),
    () => select(first()),
  );
}
