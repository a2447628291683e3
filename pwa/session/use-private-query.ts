import { useObservable } from 'dexie-react-hooks';
import { livePrivate } from '../store/live.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { useSession } from './use-session.ts';

interface Found<T> {
  readonly key: string;
  readonly value: T | null;
}

/**
 * What a query finds in the private store of whoever is here (their session may have expired), now and
 * after every change of it. Undefined while loading, and again when `deps` change, so that one lesson's
 * text never stands under another's title; null when nobody is known. For private screens, which cannot
 * do without the store; public ones use {@link useLatePrivateQuery}.
 *
 * @param deps everything the query uses besides the store
 * @param first what the query found before the first render, if it was asked so early
 */
export function usePrivateQuery<T>(
  query: (store: PrivateStore) => Promise<T>,
  deps: readonly (string | number | boolean | null)[],
  first?: T,
): T | null | undefined {
  const session = useSession();
  const userId = 'user' in session ? session.user.id : null;
  // The hook goes on showing the last value until the next one is there: its key tells whose it is.
  const key = JSON.stringify([userId, ...deps]);
  const found = useObservable<Found<T>, Found<T> | undefined>(
    () => livePrivate(async (store) => ({ key, value: store === null ? null : await query(store) })),
    [key],
    first === undefined ? undefined : { key, value: first },
  );
  // Who it is may turn out in a moment; until then nobody knows that there is nothing.
  if (session.state === 'loading' || found?.key !== key) return undefined;
  return found.value;
}
