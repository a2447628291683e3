import { watchAnswers } from '../api/exchange.ts';

/*
 * Whether the server can be reached: by what real requests brought. The browser's own word counts
 * only where it says that there is no network; where it says there is, that is a reason to try.
 */
let online = globalThis.navigator?.onLine !== false;
const listeners = new Set<(isOnline: boolean) => void>();

export function isOnline(): boolean {
  return online;
}

export function watchConnectivity(listener: (isOnline: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Begins to watch the browser and the answers of all calls. Returns the way to stop. */
export function startConnectivity(): () => void {
  const goOnline = () => setOnline(true);
  const goOffline = () => setOnline(false);
  globalThis.addEventListener?.('online', goOnline);
  globalThis.addEventListener?.('offline', goOffline);
  const stopAnswers = watchAnswers(({ isReached }) => setOnline(isReached));
  return () => {
    globalThis.removeEventListener?.('online', goOnline);
    globalThis.removeEventListener?.('offline', goOffline);
    stopAnswers();
  };
}

function setOnline(isNowOnline: boolean): void {
  if (online === isNowOnline) return;
  online = isNowOnline;
  for (const listener of listeners) listener(online);
}
