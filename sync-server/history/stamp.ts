import type { CommandCall } from '../http/endpoint-routes.ts';
import type { Stamp } from './revision-queries.ts';

/** Who made a call that says neither when it was made nor on which version. `at`: ISO time. */
export function stampAt(userId: string, at: string): Stamp {
  return { userId, madeAt: at, receivedAt: at, baseVersion: null };
}

/** Who made a command, when, and on which version. */
export function stampOf({ caller, madeAt, now, ifMatch }: CommandCall<unknown, unknown>): Stamp {
  return { userId: caller.id, madeAt, receivedAt: now.toISOString(), baseVersion: ifMatch };
}
