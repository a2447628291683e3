import { Dexie } from 'dexie';

/** A query within a frame needs no pause: the next action of the user is shown at once. */
const QUICK_MS = 16;
/** How long any other query pauses, as a multiple of its duration: it gets at most a tenth of the time. */
const REST_FACTOR = 9;
const REST_MAX_MS = 1_000;
/** A longer query is slow: two at once would block everything else. */
const SLOW_MS = 50;

/**
 * A query for a live screen that leaves time for other work: during a series of changes, as when a thousand
 * commands are sent, a slow query pauses between its runs. Changes during a run or a pause cause one run at
 * the end of the pause; the first change after that runs at once. For a single watcher, who needs only the
 * latest result: earlier pending calls reject.
 */
export function paced<T>(query: () => PromiseLike<T>): () => Promise<T> {
  let questions = 0;
  let restsUntilMs = 0;
  let tookMs = 0;
  let running: Promise<unknown> | null = null;

  const run = async (): Promise<T> => {
    const startedMs = performance.now();
    const value = await query();
    const endedMs = performance.now();
    tookMs = endedMs - startedMs;
    restsUntilMs = tookMs <= QUICK_MS ? 0 : endedMs + Math.min(REST_MAX_MS, REST_FACTOR * tookMs);
    return value;
  };

  return async () => {
    questions += 1;
    const question = questions;
    if (running !== null && tookMs > SLOW_MS) await observed(() => Promise.allSettled([running]));
    const waitMs = restsUntilMs - performance.now();
    if (waitMs > 0) await observed(() => new Promise<void>((resolve) => setTimeout(resolve, waitMs)));
    if (question !== questions) throw new Error('A later query has replaced this one');
    const result = run();
    running = result;
    return result;
  };
}

/**
 * Awaits something other than the store. A live query observes what is read afterwards only if the promise is
 * wrapped in Dexie's own.
 */
function observed<T>(work: () => PromiseLike<T>): PromiseLike<T> {
  return new Dexie.Promise<T>((resolve, reject) => {
    work().then(resolve, reject);
  });
}
