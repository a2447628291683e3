import { watchExchanges } from '#pwa/api/exchange.ts';
import { findServer } from '#pwa/api/server-there.ts';
import { Observable, type Readable } from '#pwa/device/observable.ts';

/** How long a reply of the server proves that it is there, if something else replies to another call. */
const PROOF_MS = 15_000;

/*
 * Whether the server can be reached, judged by real requests. `navigator.onLine` counts only when it says
 * that there is no network; when it says that there is one, that is a reason to try. A call that the server did not
 * answer may be the only one that the network blocks, so the server is asked for before this is taken for no
 * connection: a status that changed with each such call would send everything again each time.
 */
const current = new Observable(globalThis.navigator?.onLine !== false);
const intercepted = new Observable(false);
let provenMs = Number.NEGATIVE_INFINITY;
let asking: Promise<void> | null = null;

export const online: Readable<boolean> = current;

/** The network replies in the server's place with a page of its own, most likely to sign in. */
export const isIntercepted: Readable<boolean> = intercepted;

/** Starts to watch the browser and the responses of all calls. Returns a function that stops. */
export function startConnectivity(): () => void {
  const goOnline = () => set(true);
  const goOffline = () => {
    provenMs = Number.NEGATIVE_INFINITY;
    set(false);
  };
  globalThis.addEventListener?.('online', goOnline);
  globalThis.addEventListener?.('offline', goOffline);
  const stopExchanges = watchExchanges(({ isReached, isAnswered }) => {
    if (isReached) prove();
    else if (isDoubtful(isAnswered)) asking ??= ask();
  });
  return () => {
    globalThis.removeEventListener?.('online', goOnline);
    globalThis.removeEventListener?.('offline', goOffline);
    stopExchanges();
  };
}

/** Whether the server can be reached, although it did not answer a call that just ended. */
export async function isServerReached(): Promise<boolean> {
  await asking;
  return online.get();
}

function isDoubtful(isAnswered: boolean): boolean {
  if (!current.get()) return isAnswered && !intercepted.get();
  return !isAnswered || performance.now() - provenMs > PROOF_MS;
}

async function ask(): Promise<void> {
  const askedMs = performance.now();
  const presence = await findServer();
  asking = null;
  if (presence === 'there') prove();
  // A reply to another call has come meanwhile.
  else if (provenMs < askedMs) set(false, presence === 'signInPage');
}

function prove(): void {
  provenMs = performance.now();
  set(true);
}

function set(isOnline: boolean, isSignInPage = false): void {
  intercepted.set(isSignInPage);
  current.set(isOnline);
}
