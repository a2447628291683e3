import { watchExchanges } from '../../api/exchange.ts';

/*
 * Whether the server can be reached, judged by real requests. `navigator.onLine` counts only when it says
 * that there is no network; when it says that there is one, that is a reason to try.
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

/** Starts to watch the browser and the responses of all calls. Returns a function that stops. */
export function startConnectivity(): () => void {
  const goOnline = () => setOnline(true);
  const goOffline = () => setOnline(false);
  globalThis.addEventListener?.('online', goOnline);
  globalThis.addEventListener?.('offline', goOffline);
  const stopExchanges = watchExchanges(({ isReached }) => setOnline(isReached));
  return () => {
    globalThis.removeEventListener?.('online', goOnline);
    globalThis.removeEventListener?.('offline', goOffline);
    stopExchanges();
  };
}

function setOnline(isNowOnline: boolean): void {
  if (online === isNowOnline) return;
  online = isNowOnline;
  for (const listener of listeners) listener(online);
}
