import { isCarrying } from '#pwa/api/carry-patiently.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { read } from '#pwa/store/database/access.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { UNSENT_ALARM_MS } from '#schema/limits.ts';
import { createLoop } from '../loop.ts';
import { findHeldInStore } from '../outbox/held.ts';
import { online } from '../status/connectivity.ts';
import { findIdentity } from '../status/identity.ts';
import { syncStatus } from '../status/status.ts';
import { markStuck } from '../status/watch-status.ts';
import { isReplayedElsewhere } from './lock.ts';
import { LONGEST_WAIT_MS } from './schedule/backoff.ts';
import { pickDue } from './schedule/schedule.ts';

/**
 * Watches that sendable work is sent: if nothing was acknowledged for a minute although there are a
 * connection and a session and something is neither refused nor held, the status reports it and `onStuck` is
 * called, again for each further minute. Returns a function that stops.
 */
export function startWatchdog(onStuck: () => void): () => void {
  let watched: Watched | null = null;

  const loop = createLoop(async () => {
    const store = findPrivateStore();
    // A request that takes minutes on a slow connection ends by itself; another one would take its bandwidth.
    const isStuck = store !== null && !isCarrying() && (await isWaiting(store).catch(() => false));
    if (watched === null) return null;
    markStuck(isStuck);
    if (isStuck) onStuck();
    return UNSENT_ALARM_MS;
  });

  const follow = () => {
    const before = watched;
    watched = readWatched();
    if (watched !== null && before !== null && !isProgress(before, watched)) return;
    markStuck(false);
    loop.runIn(UNSENT_ALARM_MS);
  };

  const stopFollowing = syncStatus.subscribe(follow);
  follow();
  return () => {
    stopFollowing();
    loop.stop();
    watched = null;
    markStuck(false);
  };
}

interface Watched {
  readonly unsent: number;
  readonly lastSentAt: string | null;
}

/** Null while there is nothing to watch. */
function readWatched(): Watched | null {
  const { unsent, refused, kind, lastSentAt } = syncStatus.get();
  const isIdle = unsent <= refused || kind === 'paused' || !online.get() || findIdentity() === null;
  return isIdle ? null : { unsent: unsent - refused, lastSentAt };
}

/** Whether something was acknowledged since. */
function isProgress(before: Watched, after: Watched): boolean {
  return after.lastSentAt !== before.lastSentAt || after.unsent < before.unsent;
}

async function isWaiting(store: PrivateStore): Promise<boolean> {
  return (await hasSendable(store)) && !(await isReplayedElsewhere(store));
}

/** Whether something would be sent if it were due. */
async function hasSendable(store: PrivateStore): Promise<boolean> {
  const unsent = await read(store, () => listUnsent(store));
  const now = Date.now();
  const files = await findHeldInStore(store, unsent);
  const held = unsent.filter(
    ({ id, heldUntil = '' }) => files.has(id) || heldUntil > new Date(now).toISOString(),
  );
  const moment = { now: now + 2 * LONGEST_WAIT_MS, isEager: true, held: new Set(held.map(({ id }) => id)) };
  return pickDue(unsent, moment).rows.length > 0;
}
