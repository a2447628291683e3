import type { Endpoint } from '#schema/endpoint.ts';
import { endpoints } from '#schema/endpoints.ts';
import { findHeldUser } from '../auth/session-queries.ts';
import type { Db } from '../db/open.ts';
import { ApiError, sessionEnded } from './api-error.ts';
import type { Caller } from './caller.ts';

/**
 * Why this person may not make this call at all (403), or null. Decided from the table and the path
 * alone, before anything is looked up, so that a refusal never tells what exists. Members of a course
 * are judged where the course is known.
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

interface JudgedCall {
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  readonly param: (name: string) => string;
  readonly now: Date;
}

/**
 * Judges a caller by the rows of user and session as they are now, and returns the caller with the present role.
 * A command does this in its own transaction, so that no demotion, deletion or sign-out can come between the
 * judgement and its receipt.
 * Throws ApiError: 401 when the account or its sessions are gone, 403 when the call is forbidden.
 */
export async function judgeAgain(db: Db, { endpoint, caller, param, now }: JudgedCall): Promise<Caller> {
  const row = await findHeldUser(db, caller, now);
  if (row === undefined) throw sessionEnded();
  const present = { ...caller, role: row.role };
  const forbidden = findForbidden(endpoint, present, param);
  if (forbidden !== null) throw forbidden;
  return present;
}
