import { inside } from './inside.ts';

/** How long a query rests, in times of what it took: it has a tenth of the time at most. */
const REST_FACTOR = 9;
const REST_MAX_MS = 1_000;
/** A query that takes longer is slow: two of it at once would hold up everything else. */
const SLOW_MS = 50;

/**
 * A query for a live screen that leaves time for others: while one change follows the other, as when a
 * thousand commands are sent, a slow one rests between its runs. What was asked meanwhile, or while it ran,
 * is asked once, at the end of the rest; the first change after it is seen at once. For one watcher, who only
 * wants the answer to its last question: earlier ones that were resting reject.
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
    restsUntilMs = endedMs + Math.min(REST_MAX_MS, REST_FACTOR * tookMs);
    return value;
  };

  return async () => {
    questions += 1;
    const question = questions;
    if (running !== null && tookMs > SLOW_MS) await inside(() => Promise.allSettled([running]));
    const waitMs = restsUntilMs - performance.now();
    if (waitMs > 0) await inside(() => new Promise<void>((resolve) => setTimeout(resolve, waitMs)));
    if (question !== questions) throw new Error('Another question came after this one');
    const answer = run();
    running = answer;
    return answer;
  };
}
