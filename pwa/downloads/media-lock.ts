/**
 * One tab at a time works on a person's media cache, and whoever signs out can call it off.
 *
 *   keepFiles ── holds the lock while it downloads ──┐
 *   verifyKeptFiles ── only if nobody holds it       ├── hear "call off" and stop
 *   removeKeptFiles ── calls off, waits, deletes ────┘
 */
const CHANNEL = 'carrel-downloads';
/** A tab that does not let go within this time is frozen; its lock is taken from it. */
const STEAL_AFTER_MS = 5_000;

const lockName = (userId: string) => `carrel-media-${userId}`;

interface Turn {
  readonly mode: 'wait' | 'ifFree';
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` alone among all tabs for this person. Its signal fires when the files are being removed
 * or the caller stops. Answers undefined when the lock was taken (`ifFree`) or the wait was called off.
 */
export async function withMediaLock<T>(
  userId: string,
  { mode, signal }: Turn,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const callOff = new AbortController();
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === userId) callOff.abort();
  };
  const either = signal === undefined ? callOff.signal : AbortSignal.any([signal, callOff.signal]);
  try {
    return await lock(userId, mode === 'ifFree' ? { ifAvailable: true } : { signal: either }, (isHeld) =>
      isHeld && !either.aborted ? work(either) : Promise.resolve(undefined),
    );
  } catch (error) {
    if (either.aborted) return undefined;
    throw error;
  } finally {
    channel.close();
  }
}

/** Stops whoever works on this person's files, in any tab, then runs `work` alone. */
export async function callOffAndRun(userId: string, work: () => Promise<void>): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(userId);
  try {
    const patience = AbortSignal.timeout(STEAL_AFTER_MS);
    await lock(userId, { signal: patience }, work).catch((error: unknown) => {
      if (!patience.aborted) throw error;
      return lock(userId, { steal: true }, work);
    });
  } finally {
    channel.close();
  }
}

/** A few old browsers have no Web Locks; they are left with the promise that a single tab keeps by itself. */
function lock<T>(userId: string, options: LockOptions, work: (isHeld: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work(true);
  return navigator.locks.request(lockName(userId), options, (held) => work(held !== null));
}
