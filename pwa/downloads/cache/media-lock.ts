import { lockOrSteal } from '#pwa/device/lock-or-steal.ts';

/**
 * One tab at a time works on a user's media cache, and a sign-out can cancel it.
 *
 *   downloadFiles ── holds the lock while it downloads ──┐
 *   reconcileDownloads ── only if the lock is free ├── stop on cancel
 *   removeCachedFiles ── cancels, waits, deletes ────────┘
 */
const CHANNEL = 'carrel-downloads';

const lockName = (userId: string) => `carrel-media-${userId}`;

interface Turn {
  readonly mode: 'wait' | 'ifFree';
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` exclusively among all tabs for this user. Its signal fires when the files are being removed or
 * the caller stops. Returns undefined when the lock was held (`ifFree`) or the wait was cancelled.
 */
export async function withMediaLock<T>(
  userId: string,
  { mode, signal }: Turn,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  // AbortSignal.any is missing on phones still in use, so signals are combined manually.
  const cancellation = new AbortController();
  const cancel = () => cancellation.abort(signal?.reason);
  const { signal: either } = cancellation;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === userId) cancel();
  };
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await lock(userId, mode === 'ifFree' ? { ifAvailable: true } : { signal: either }, (isHeld) =>
      isHeld && !either.aborted ? work(either) : Promise.resolve(undefined),
    );
  } catch (error) {
    if (either.aborted) return undefined;
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    channel.close();
  }
}

/** Cancels all work on this user's files, in any tab, then runs `work` exclusively. */
export async function cancelAndRun(userId: string, work: () => Promise<void>): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
  try {
    await lockOrSteal(lockName(userId), work);
  } finally {
    channel.close();
  }
}

/** A few old browsers have no Web Locks; there, only work in the same tab is exclusive. */
function lock<T>(userId: string, options: LockOptions, work: (isHeld: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work(true);
  return navigator.locks.request(lockName(userId), options, (held) => work(held !== null));
}
