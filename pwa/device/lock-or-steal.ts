/** A tab that holds a lock for longer, although its work takes a moment, is frozen. */
const STEAL_AFTER_MS = 5_000;

interface StealOptions {
  readonly stealAfterMs?: number;
  /** Whether the tab that has the lock is at work, for work that takes longer than a moment. */
  readonly isInUse?: () => Promise<boolean>;
}

/**
 * Runs `work` in one tab at a time, by a Web Lock that is taken from a frozen tab. The work of that tab goes on without
 * the lock once it wakes. A few old browsers have no Web Locks; there, each tab works at once.
 */
export async function lockOrSteal<T>(
  name: string,
  work: () => Promise<T>,
  options: StealOptions = {},
): Promise<T> {
  const { stealAfterMs = STEAL_AFTER_MS, isInUse } = options;
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), stealAfterMs);
  const start = () => {
    clearTimeout(timer);
    return work();
  };
  try {
    return await locks.request(name, { signal: waiting.signal }, start);
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    if (await isInUse?.()) return await lockOrSteal(name, work, options);
    return await locks.request(name, { steal: true }, work);
  } finally {
    clearTimeout(timer);
  }
}
