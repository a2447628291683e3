import type { ExchangeNote } from '#pwa/api/exchange.ts';
import { findServer } from '#pwa/api/find-server.ts';
import { Observable, type Readable } from '#pwa/device/observable.ts';
import { judgeBy, online, setOnline } from './connectivity.ts';

/** How long a reply of the server proves that it is there, if something else replies to another call. */
const PROOF_MS = 15_000;
/** How long what was found out holds while there is no connection. */
const ABSENCE_MS = 60_000;

/*
 * A call that the server did not answer may be the only one that the network blocks, so the server is asked for before
 * this is taken for no connection: a status that changed with each such call would send everything again each time.
 * Part of the sync code, which public pages load late.
 */
let provenMs = Number.NEGATIVE_INFINITY;
let askedMs = Number.NEGATIVE_INFINITY;
let asking: Promise<void> | null = null;
const intercepted = new Observable(false);

/** The network replies in the server's place with a page of its own, most likely to sign in. */
export const isIntercepted: Readable<boolean> = intercepted;

/** Starts to ask for the server when a call does not reach it. Returns a function that stops. */
export function startDoubt(): () => void {
  const forget = () => {
    provenMs = Number.NEGATIVE_INFINITY;
    askedMs = Number.NEGATIVE_INFINITY;
  };
  forget();
  globalThis.addEventListener?.('offline', forget);
  const stopWatching = online.subscribe(() => online.get() && intercepted.set(false));
  judgeBy(judge);
  return () => {
    stopWatching();
    globalThis.removeEventListener?.('offline', forget);
    judgeBy(null);
  };
}

/** Whether the server can be reached, although it did not answer a call that just ended. */
export async function isServerReached(): Promise<boolean> {
  await asking;
  return online.get();
}

function judge({ isReached, isAnswered }: ExchangeNote): void {
  if (isReached) prove();
  else if (isDoubtful(isAnswered)) asking ??= ask();
}

function isDoubtful(isAnswered: boolean): boolean {
  const now = performance.now();
  if (!online.get()) return isAnswered && !isIntercepted.get() && now - askedMs > ABSENCE_MS;
  // A connection that was lost may have carried the server's last reply a moment ago, but no probe since.
  return now - (isAnswered ? provenMs : askedMs) > PROOF_MS;
}

async function ask(): Promise<void> {
  const begunMs = performance.now();
  askedMs = begunMs;
  const presence = await findServer();
  asking = null;
  // The browser said meanwhile that there is no network.
  if (askedMs < begunMs) return;
  if (presence === 'there') prove();
  // A reply to another call has come meanwhile.
  else if (provenMs < begunMs) {
    intercepted.set(presence === 'signInPage');
    setOnline(false);
  }
}

function prove(): void {
  provenMs = performance.now();
  setOnline(true);
}
