import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { SessionUser } from '../sessions/session-queries.ts';
import { findForbidden, reauthorise } from './authorise.ts';
import { type FindSession, type FoundCaller, requireFound } from './find-caller.ts';
import { paramOf } from './path-param.ts';
import type { AppContext } from './reply.ts';

interface Admission<Found extends SessionUser> {
  readonly endpoint: Endpoint;
  readonly find: FindSession<Found>;
  /** The call authorises its caller again in its own transaction. */
  readonly isReauthorised?: boolean;
}

/**
 * Returns the caller, when the table allows the call. This is the first step of every call. A call of a batch
 * reads the caller's row again, because an earlier call of the batch or another request may have changed it,
 * unless the call is a command whose transaction does that first (`isReauthorised`).
 */
export async function admitCaller<Found extends SessionUser>(
  deps: Deps,
  c: AppContext,
  { endpoint, find, isReauthorised = false }: Admission<Found>,
): Promise<FoundCaller<Found>> {
  const found = await requireFound(deps, c, endpoint, find);
  const { caller } = found;
  const param = paramOf(c);
  if (c.env?.batched !== undefined && !isReauthorised) {
    return { caller: await reauthorise(deps.db, { endpoint, caller, param, now: deps.clock.now() }) };
  }
  const forbidden = findForbidden(endpoint, caller, param);
  if (forbidden !== null) throw forbidden;
  return found;
}
