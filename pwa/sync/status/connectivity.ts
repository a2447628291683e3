import { type ExchangeNote, watchExchanges } from '#pwa/api/exchange.ts';
import { Observable, type Readable } from '#pwa/device/observable.ts';

/*
 * Whether the server can be reached, judged by real requests. `navigator.onLine` counts only when it says
 * that there is no network; when it says that there is one, that is a reason to try.
 */
const current = new Observable(globalThis.navigator?.onLine !== false);

export const online: Readable<boolean> = current;

type Judge = (note: ExchangeNote) => void;
const believe: Judge = ({ isReached }) => setOnline(isReached);
let judge = believe;

/** Starts to watch the browser and the responses of all calls. Returns a function that stops. */
export function startConnectivity(): () => void {
  let lostAt = Number.NEGATIVE_INFINITY;
  const goOnline = () => setOnline(true);
  const goOffline = () => {
    lostAt = performance.now();
    setOnline(false);
  };
  globalThis.addEventListener?.('online', goOnline);
  globalThis.addEventListener?.('offline', goOffline);
  const stopExchanges = watchExchanges((note) => {
    // A reply that was under way when the network was lost says nothing about the connection since.
    if (!note.isReached || note.startedAt >= lostAt) judge(note);
  });
  return () => {
    globalThis.removeEventListener?.('online', goOnline);
    globalThis.removeEventListener?.('offline', goOffline);
    stopExchanges();
  };
}

/** Sets what judges the connection by the end of a request; without it, each request alone does. */
export function judgeBy(next: Judge | null): void {
  judge = next ?? believe;
}

export function setOnline(isOnline: boolean): void {
  current.set(isOnline);
}
