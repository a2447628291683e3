import type { Role } from '#schema/user.ts';
import type { SessionClaims } from '../auth/sessions.ts';
import { findCallerRow } from '../auth/user-queries.ts';
import type { Deps } from '../deps.ts';
import { sessionEnded } from './api-error.ts';
import type { AppContext } from './reply.ts';

/** Who sent a request: read from the database each time, so that a change of role or password counts at once. */
export interface Caller {
  readonly id: string;
  readonly role: Role;
  readonly tokenVersion: number;
  readonly claims: SessionClaims;
}

/** The caller, or null without a session that holds. */
export async function findCaller(deps: Deps, c: AppContext): Promise<Caller | null> {
  if (c.env?.batched !== undefined) return c.env.batched.caller;
  const token = /^Bearer ([\w.-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  if (token === undefined) return null;
  const claims = await deps.sessions.read(token, deps.clock.now());
  if (claims === null) return null;
  const row = await findCallerRow(deps.db, claims.userId);
  if (row === undefined || row.tokenVersion !== claims.version) return null;
  return { id: row.id, role: row.role, tokenVersion: row.tokenVersion, claims };
}

/** The caller. Throws ApiError 401 `session_ended`. */
export async function requireCaller(deps: Deps, c: AppContext): Promise<Caller> {
  const caller = await findCaller(deps, c);
  if (caller === null) throw sessionEnded();
  return caller;
}
