import { setImmediate as untilImmediate } from 'node:timers/promises';

/** The longest that work continues before other requests are served; a step that has begun is not interrupted. */
const TURN_MAX_MS = 10;

/** When the first step of this turn of the event loop began; undefined as long as there was none. */
let turnStartedMs: number | undefined;

/**
 * Call it between two steps of work that may take long together. If this turn of the event loop has already taken
 * ten milliseconds, it resolves after the requests that arrived meanwhile have been served.
 */
export async function letOthersIn(): Promise<void> {
  if (!isTurnOver()) return;
  await untilNextTurn();
  beginTurn();
}

/** Whether {@link letOthersIn} would wait, for steps that are too short to await it each time. */
export function isTurnOver(): boolean {
  if (turnStartedMs !== undefined) return performance.now() - turnStartedMs > TURN_MAX_MS;
  beginTurn();
  return false;
}

function beginTurn(): void {
  if (turnStartedMs !== undefined) return;
  turnStartedMs = performance.now();
  setImmediate(() => {
    turnStartedMs = undefined;
  });
}

/**
 * Resolves after the requests that arrived meanwhile have been served. The first immediate runs before the event
 * loop polls its sockets again, the second one after it.
 */
export async function untilNextTurn(): Promise<void> {
  await untilImmediate();
  await untilImmediate();
}
