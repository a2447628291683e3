import type { Endpoint } from '#schema/endpoint.ts';
import { endpoints } from '#schema/endpoints.ts';
import { ApiError } from './api-error.ts';
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
