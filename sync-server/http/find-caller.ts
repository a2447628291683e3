import { acceptsOldToken, adoptOldToken, oldSessionId } from '../auth/session/old-tokens.ts';
import {
  findSessionUser,
  isLive,
  type SessionState,
  type SessionUser,
} from '../auth/session/session-queries.ts';
import type { SessionClaims } from '../auth/session/sessions.ts';
import type { Deps } from '../deps.ts';
import { isErased } from '../erasure/is-erased.ts';
import type { Caller } from './caller.ts';
import { accountDeleted, sessionEnded } from './reply/api-error.ts';
import type { AppContext } from './reply.ts';
import { findRequiredStep, stepRefusal } from './required-steps.ts';

/** Returns the caller of a public call; null without a valid session, or while a required step is open. */
export async function findCaller(deps: Deps, c: AppContext): Promise<Caller | null> {
  const caller = await readCaller(deps, c);
  return caller?.requiredStep === null ? caller : null;
}

async function readCaller(deps: Deps, c: AppContext): Promise<Caller | null> {
  if (c.env?.batched !== undefined) return c.env.batched.caller;
  const token = readToken(c);
  if (token === undefined) return null;
  const claims = await deps.sessions.read(token, deps.clock.now());
  // A restored database may have the account until it is deleted again.
  if (claims === null || deps.erasures.has(claims.userId)) return null;
  const id = claims.sessionId ?? oldSessionId(token);
  const found = await findSessionUser(deps.db, { userId: claims.userId, sessionId: id });
  if (found === undefined || found.user.tokenVersion !== claims.version) return null;
  const session = found.session
    ? deps.sessionUses.current(found.session)
    : await adoptSession(deps, c, { id, claims, found });
  if (session === 'none' || (session !== null && !isLive(session, deps.clock.now()))) return null;
  if (session !== null) deps.sessionUses.note(session);
  const { role, tokenVersion, mustChangePassword } = found.user;
  const requiredStep = await findRequiredStep(deps, found.user);
  return { id: found.user.id, role, tokenVersion, mustChangePassword, requiredStep, claims, session };
}

const readToken = (c: AppContext): string | undefined =>
  /^Bearer ([\w.-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];

/** Whether a request without a caller has a token that was valid until its user deleted the account. */
async function isOfDeletedAccount(deps: Deps, c: AppContext): Promise<boolean> {
  const token = readToken(c);
  const claims = token === undefined ? null : await deps.sessions.read(token, deps.clock.now());
  return claims !== null && isErased(deps, claims.userId);
}

interface WithoutRow {
  readonly id: string;
  readonly claims: SessionClaims;
  readonly found: SessionUser;
}

/** The session of a token that has no row; `none` when it should have one, or is not accepted without. */
async function adoptSession(
  deps: Deps,
  c: AppContext,
  { id, claims, found }: WithoutRow,
): Promise<SessionState | null | 'none'> {
  const { userId, issuedAtSeconds } = claims;
  if (claims.sessionId !== null || !acceptsOldToken(found, issuedAtSeconds)) return 'none';
  return adoptOldToken(deps, c, { userId, id, issuedAtSeconds });
}

/**
 * Returns the caller, authorised before the rest of the request is read. Throws ApiError 401 `session_ended`,
 * and 403 for an account with a required step unless the call is part of the set-up.
 */
export async function requireCaller(deps: Deps, c: AppContext, { isSetUp = false } = {}): Promise<Caller> {
  const caller = await readCaller(deps, c);
  if (caller === null) throw (await isOfDeletedAccount(deps, c)) ? accountDeleted() : sessionEnded();
  if (caller.requiredStep !== null && !isSetUp) throw stepRefusal(caller.requiredStep);
  return caller;
}
