import { followEvents } from '#pwa/api/events.ts';
import { watchToken } from '#pwa/api/token.ts';
import type { PushedPage } from '#schema/sync/pull.ts';
import { createLoop, type Due } from '../loop.ts';
import { backoffMs } from '../replay/schedule/backoff.ts';
import { isPageVisible, watchAttention } from '../status/attention.ts';
import { online } from '../status/connectivity.ts';
import { findIdentity, type Identity } from '../status/identity.ts';
import { parsePushed } from './pushed.ts';

/** A stream that ends earlier is no sign that streams pass: some proxies cut each of them soon. */
const LASTING_MS = 60_000;
/** The first screen has priority; the event stream is only a hint for later. */
const FIRST_WAIT_MS = 5_000;

interface EventListener {
  /** Something changed, which is to be pulled. */
  onPull(): void;
  /** These are the changes. */
  onPage(page: PushedPage, userId: string): void;
}

/**
 * Listens to the server's events while a signed-in user has the page visible and the device is online, and
 * calls back when something changed. A stream that ends is reopened with growing delays, until one has lasted for a
 * while. Returns a function that stops.
 */
export function watchEvents({ onPull, onPage }: EventListener): () => void {
  let current: AbortController | null = null;

  const follow = async (): Promise<Due> => {
    const identity = findWanted();
    if (identity === null) return null;
    const { token, userId } = identity;
    const controller = new AbortController();
    current = controller;
    const { signal } = controller;
    const onEvent = (data: string) => {
      const page = data === 'pull' ? null : parsePushed(data);
      if (page === null) onPull();
      else onPage(page, userId);
    };
    const openedMs = performance.now();
    await followEvents({ token, signal, onEvent });
    if (signal.aborted) return null;
    current = null;
    return performance.now() - openedMs > LASTING_MS ? backoffMs(1, Math.random()) : {};
  };
  const loop = createLoop(follow);

  const close = () => {
    current?.abort();
    current = null;
  };
  const check = () => {
    if (findWanted() === null) close();
    else if (current === null) void loop.run();
  };
  const reopen = () => {
    close();
    loop.runIn(0);
  };

  globalThis.document?.addEventListener('visibilitychange', check);
  loop.runIn(FIRST_WAIT_MS);
  const stops = [watchAttention(check), online.subscribe(check), watchToken(reopen), loop.stop, close];
  return () => {
    globalThis.document?.removeEventListener('visibilitychange', check);
    for (const stop of stops) stop();
  };
}

/** Whose events are wanted now. */
const findWanted = (): Identity | null => (isPageVisible() && online.get() ? findIdentity() : null);
