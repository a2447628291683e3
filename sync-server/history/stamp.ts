import type { CommandCall } from '../http/endpoint-routes.ts';
import type { Stamp } from './revision-queries.ts';

/** The user of a call that states neither its time nor a version. `at`: ISO time. */
export function stampAt(userId: string, at: string): Stamp {
  return { userId, madeAt: at, receivedAt: at, baseVersion: null };
}

/** The user, time and version of a command. */
export function stampOf({ caller, madeAt, now, ifMatch }: CommandCall<unknown, unknown>): Stamp {
  return { userId: caller.id, madeAt, receivedAt: now.toISOString(), baseVersion: ifMatch };
}
