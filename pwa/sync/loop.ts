import { attemptsOf, backoffMs } from './replay/schedule/backoff.ts';

/** Whatever a round says about the next one, they are at least this far apart. */
const SHORTEST_MS = 250;

/** Why a round begins, from the least urgent: by timer; asked for; the connection seems to be back; the last one hangs. */
const CALLS = ['planned', 'ordinary', 'eager', 'restart'] as const;
export type Call = (typeof CALLS)[number];

/** The next round follows after a delay that grows with each failure in a row. */
export interface Failed {
  /** Something between this device and the server replied in its place. */
  readonly isBlocked?: boolean;
  /** The server's `Retry-After`. */
  readonly retryAfterMs?: number | null;
}

/** In how many milliseconds the next round is due; null if only when it is asked for. */
export type Due = number | null | Failed;

export interface Loop {
  /** Begins a round; asked for during one, another follows it. Resolves when idle. */
  run(call?: Call): Promise<void>;
  /** Begins a round in `ms`, in place of the one that is planned. */
  runIn(ms: number): void;
  /** Begins a round at once, or a pause after the last one began: one for all calls until then. */
  soon(): void;
  isIdle(): boolean;
  untilIdle(): Promise<void>;
  /** No round begins any more, and the signal of the one under way fires. */
  stop(): void;
}

interface LoopOptions {
  /** The longest time until a round that is due, or that follows a failure. */
  readonly longestMs?: number;
  /** See {@link Loop.soon}. */
  readonly pauseMs?: number;
  /** An ordinary call does not shorten the delay after a failure. */
  readonly isPatient?: boolean;
}

/**
 * Repeats `work`, one round at a time:
 *
 *   idle ──run, timer──> working ──asked for meanwhile──> working
 *     ^                    │ └──failed──> idle (timer by backoff, growing with every failure)
 *     └──done (timer when due)
 *
 * A round that throws has failed. What is asked for during a round that fails waits for the one after the delay, unless it
 * is urgent. A restart does not wait for the round under way, whose end then changes nothing.
 */
export function createLoop(
  work: (call: Call, signal: AbortSignal) => Promise<Due>,
  { longestMs = Number.POSITIVE_INFINITY, pauseMs = 0, isPatient = false }: LoopOptions = {},
): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begunMs = Number.NEGATIVE_INFINITY;
  let asked: Call | null = null;
  let failures = 0;
  let restarts = 0;
  let idle: Promise<void> | null = null;
  let becomeIdle = () => {};

  const runIn = (ms: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void run('planned'), ms);
  };

  const endRound = (due: Due) => {
    if (typeof due !== 'object' || due === null) {
      failures = 0;
      // What was planned during the round stays.
      if (due !== null && timer === undefined) runIn(Math.max(SHORTEST_MS, Math.min(longestMs, due)));
      return;
    }
    failures += 1;
    if (asked === 'planned' || asked === 'ordinary') asked = null;
    const { isBlocked = false, retryAfterMs = null } = due;
    const delayMs = backoffMs(attemptsOf(failures, isBlocked), Math.random(), retryAfterMs);
    runIn(Math.min(longestMs, delayMs));
  };

  const workUntilIdle = async () => {
    const mine = restarts;
    while (asked !== null && !signal.aborted) {
      const call = asked;
      asked = null;
      clearTimeout(timer);
      timer = undefined;
      begunMs = performance.now();
      const due = await work(call, signal).catch((): Due => ({}));
      if (mine !== restarts) return;
      endRound(due);
    }
    idle = null;
    becomeIdle();
  };

  const run = (call: Call = 'ordinary'): Promise<void> => {
    const isDelayed = isPatient && call === 'ordinary' && failures > 0 && idle === null;
    if (signal.aborted || isDelayed) return Promise.resolve();
    if (asked === null || CALLS.indexOf(call) > CALLS.indexOf(asked)) asked = call;
    const isWorking = idle !== null;
    idle ??= new Promise((resolve) => {
      becomeIdle = resolve;
    });
    const untilIdle = idle;
    if (call === 'restart') restarts += 1;
    if (!isWorking || call === 'restart') void workUntilIdle();
    return untilIdle;
  };

  return {
    run,
    runIn,
    soon: () => runIn(Math.max(0, begunMs + pauseMs - performance.now())),
    isIdle: () => idle === null,
    untilIdle: () => idle ?? Promise.resolve(),
    stop: () => {
      clearTimeout(timer);
      stopping.abort();
    },
  };
}
