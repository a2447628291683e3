import { setImmediate as untilImmediate } from 'node:timers/promises';

/**
 * Resolves when what has arrived meanwhile was served. The first immediate of a request runs before the event loop
 * has looked at its sockets again, the second one after it.
 */
export async function untilNextTurn(): Promise<void> {
  await untilImmediate();
  await untilImmediate();
}
