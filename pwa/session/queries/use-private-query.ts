import { useObservable } from 'dexie-react-hooks';
import { livePrivate } from '#pwa/store/database/live.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { useSession } from '../use-session.ts';

interface Found<T> {
  readonly key: string;
  readonly value: T | null;
}

/**
 * The result of a query over the current user's private store (their session may have expired), now and after
 * every change. Undefined while loading, and again when `deps` change, so one lesson's text is never shown
 * under another's title; null when no user is known. For private screens, which require the store; public
 * ones use {@link useLatePrivateQuery}.
 *
 * @param deps everything the query uses besides the store
 * @param first the result from before the first render, if it was queried that early
 */
export function usePrivateQuery<T>(
  query: (store: PrivateStore) => Promise<T>,
  deps: readonly (string | number | boolean | null)[],
  first?: T,
): T | null | undefined {
  const session = useSession();
  const userId = 'user' in session ? session.user.id : null;
  // The hook returns the last value until the next one is there: its key tells whose it is.
  const key = JSON.stringify([userId, ...deps]);
  const found = useObservable<Found<T>, Found<T> | undefined>(
    () => livePrivate(async (store) => ({ key, value: store === null ? null : await query(store) })),
    [key],
    first === undefined ? undefined : { key, value: first },
  );
  // The user may become known in a moment; until then an empty result is not certain.
  if (session.state === 'loading' || found?.key !== key) return undefined;
  return found.value;
}
