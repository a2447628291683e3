import { watchExchanges } from '#pwa/api/exchange.ts';
import { Observable, type Readable } from '#pwa/device/observable.ts';

/*
 * Whether the server can be reached, judged by real requests. `navigator.onLine` counts only when it says
 * that there is no network; when it says that there is one, that is a reason to try.
 */
const current = new Observable(globalThis.navigator?.onLine !== false);

export const online: Readable<boolean> = current;

/** Starts to watch the browser and the responses of all calls. Returns a function that stops. */
export function startConnectivity(): () => void {
  const goOnline = () => current.set(true);
  const goOffline = () => current.set(false);
  globalThis.addEventListener?.('online', goOnline);
  globalThis.addEventListener?.('offline', goOffline);
  const stopExchanges = watchExchanges(({ isReached }) => current.set(isReached));
  return () => {
    globalThis.removeEventListener?.('online', goOnline);
    globalThis.removeEventListener?.('offline', goOffline);
    stopExchanges();
  };
}
