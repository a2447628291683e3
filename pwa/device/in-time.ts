const LIMIT_SECONDS = 5;
const SECOND_MS = 1_000;

/** The browser's storage did not respond in time. What was begun may still happen. */
export class StorageStalledError extends Error {
  override readonly name = 'StorageStalledError';
}

/**
 * Resolves as `work`, which the browser's storage does in a moment; rejects if it has not ended after five seconds. So a
 * call that never ends holds no lock, and the next round tries again.
 */
export function inTime<T>(work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = whenStalled(() => reject(new StorageStalledError('The storage did not respond in time')));
    work.then(resolve, reject).then(stop);
  });
}

/**
 * Calls `onStalled` after five seconds in which the page ran: those in which it was busy or frozen count as one. Returns
 * a function that stops.
 */
export function whenStalled(onStalled: () => void): () => void {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds < LIMIT_SECONDS) return;
    clearInterval(timer);
    onStalled();
  }, SECOND_MS);
  return () => clearInterval(timer);
}
