import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { Db } from '../db/open.ts';
import { findSessionUser, liveUserOf, namedBy, type SessionUser } from '../sessions/session-queries.ts';
import type { Caller } from './caller.ts';
import { ApiError, sessionEnded } from './reply/api-error.ts';

/**
 * Returns why this user may not make this call (403), or null. Decided from the endpoint table and the path
 * alone, before any lookup, so a 403 never reveals what exists. Course membership is checked where the course
 * is known.
 */
export function findForbidden(
  endpoint: Endpoint,
  caller: Pick<Caller, 'id' | 'role'>,
  param: (name: string) => string,
): ApiError | null {
  if (endpoint.caller === 'admin' && caller.role !== 'admin') return new ApiError('not_allowed');
  if (endpoint.caller === 'self' && param('userId') !== caller.id) {
    return new ApiError(endpoint === endpoints.changePassword ? 'password_forbidden' : 'profile_forbidden');
  }
  return null;
}

export interface AuthorisedCall {
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  readonly param: (name: string) => string;
  readonly now: Date;
}

/**
 * Authorises a caller by the current rows of user and session, and returns the caller with the current role.
 * A command runs this in its own transaction, so no demotion, deletion or sign-out can happen between the
 * check and its receipt.
 * Throws ApiError: 401 when the account or its sessions are deleted or ended, 403 when the call is forbidden.
 */
export async function reauthorise(db: Db, call: AuthorisedCall): Promise<Caller> {
  return authoriseBy(await findSessionUser(db, namedBy(call.caller)), call);
}

/** Authorises a caller by rows that are read already, as {@link reauthorise} does. */
export function authoriseBy(
  found: SessionUser | undefined,
  { endpoint, caller, param, now }: AuthorisedCall,
): Caller {
  const row = liveUserOf(found, caller, now);
  if (row === undefined) throw sessionEnded();
  const present = { ...caller, role: row.role };
  const forbidden = findForbidden(endpoint, present, param);
  if (forbidden !== null) throw forbidden;
  return present;
}
