import type { CommandCall } from '../http/endpoint-routes.ts';
import type { Stamp } from './revision-queries.ts';

/** Who made a command, when, and on which version. */
export function stampOf({ caller, madeAt, now, ifMatch }: CommandCall<unknown, unknown>): Stamp {
  return { userId: caller.id, madeAt, receivedAt: now.toISOString(), baseVersion: ifMatch };
}
