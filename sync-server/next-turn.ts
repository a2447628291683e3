import { setImmediate as untilImmediate } from 'node:timers/promises';

/** Work goes on for so long without letting anybody else have a turn; a step that has begun is not cut off. */
const TURN_MAX_MS = 10;

/** When the first step of this turn of the event loop began; undefined as long as there was none. */
let turnStartedMs: number | undefined;

/**
 * Between two steps of work that may take long together: when this turn of the event loop has taken ten milliseconds
 * already, the next step waits until what has arrived meanwhile was served.
 */
export async function letOthersIn(): Promise<void> {
  if (turnStartedMs !== undefined && performance.now() - turnStartedMs > TURN_MAX_MS) await untilNextTurn();
  if (turnStartedMs !== undefined) return;
  turnStartedMs = performance.now();
  setImmediate(() => {
    turnStartedMs = undefined;
  });
}

/**
 * Resolves when what has arrived meanwhile was served. The first immediate of a request runs before the event loop
 * has looked at its sockets again, the second one after it.
 */
export async function untilNextTurn(): Promise<void> {
  await untilImmediate();
  await untilImmediate();
}
