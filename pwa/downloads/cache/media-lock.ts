import { withLock } from '#pwa/store/database/lock.ts';

/**
 * One tab at a time works on a user's media cache, and a sign-out can cancel it.
 *
 *   downloadFiles ── holds the lock while it downloads ──┐
 *   reconcileDownloads ── only if the lock is free ├── stop on cancel
 *   removeCachedFiles ── cancels, waits, deletes ────────┘
 */
const CHANNEL = 'carrel-downloads';
/** Work that was cancelled ends in a moment; a tab that holds the lock for longer is frozen. */
const CANCELLED_MS = 5_000;

const lockName = (userId: string) => `carrel-media-${userId}`;

interface Wait {
  readonly mode: 'wait' | 'ifFree';
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` exclusively among all tabs for this user. Its signal fires when the files are being removed or
 * the caller stops. Returns undefined when the lock was held (`ifFree`) or the wait was cancelled.
 */
export async function withMediaLock<T>(
  userId: string,
  { mode, signal }: Wait,
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
    const options = mode === 'ifFree' ? { ifFree: true } : { signal: either };
    const run = async () => (either.aborted ? undefined : work(either));
    return (await withLock(lockName(userId), run, options)) ?? undefined;
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
    await withLock(lockName(userId), work, { stealAfterMs: CANCELLED_MS });
  } finally {
    channel.close();
  }
}
