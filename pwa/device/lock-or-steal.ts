/** A tab that holds a lock for longer, although its work takes a moment, is frozen. */
const STEAL_AFTER_MS = 5_000;

/**
 * Runs `work` in one tab at a time, by a Web Lock that is taken from a frozen tab. The work of that tab goes on without
 * the lock once it wakes. A few old browsers have no Web Locks; there, each tab works at once.
 */
export async function lockOrSteal<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), STEAL_AFTER_MS);
  const start = () => {
    clearTimeout(timer);
    return work();
  };
  try {
    return await locks.request(name, { signal: waiting.signal }, start);
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    return await locks.request(name, { steal: true }, work);
  } finally {
    clearTimeout(timer);
  }
}
