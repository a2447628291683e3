/** After so long the task runs although the page is busy: Chromium may also report no idle moment for minutes. */
const LIMIT_MS = 2_000;
/** For browsers that do not report when they are idle. */
const REST_MS = 200;

interface Wait {
  /** Milliseconds after which the task runs in any case. */
  readonly limitMs?: number;
  /** Milliseconds until the task runs in a browser that does not report when it is idle. */
  readonly restMs?: number;
}

/** Runs `task` when the page is idle, at the latest after a limit. Returns a function that cancels it. */
export function whenIdle(task: () => void, { limitMs = LIMIT_MS, restMs = REST_MS }: Wait = {}): () => void {
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, restMs);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(task, { timeout: limitMs });
  return () => cancelIdleCallback(id);
}

/** Resolves when the page is idle, at the latest after the limit. */
export function untilIdle(wait?: Wait): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(() => resolve(), wait);
  });
}
