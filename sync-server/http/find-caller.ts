import type { Db } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { isErased } from '../sessions/is-erased.ts';
import {
  findSessionUser,
  isLive,
  type NamedSession,
  type SessionState,
  type SessionUser,
} from '../sessions/session-queries.ts';
import type { SessionClaims } from '../sessions/sessions.ts';
import type { Caller } from './caller.ts';
import { accountDeleted, sessionEnded } from './reply/api-error.ts';
import type { AppContext } from './reply.ts';
import { findRequiredStep, stepRefusal } from './required-steps.ts';
import {
  acceptsTokenWithoutSession,
  adoptTokenWithoutSession,
  idOfTokenWithoutSession,
} from './tokens-without-session.ts';

/** Returns the caller of a public call; null without a valid session, or while a required step is open. */
export async function findCaller(deps: Deps, c: AppContext): Promise<Caller | null> {
  const { caller } = (await readCaller(deps, c, findSessionUser)) ?? {};
  return caller?.requiredStep === null ? caller : null;
}

/** Reads the user and the session of a request, and may read more for it. */
export type FindSession<Found extends SessionUser> = (
  db: Db,
  named: NamedSession,
) => Promise<Found | undefined>;

/** A caller, and what was read of them; a call of a batch reads nothing, because the batch has. */
export interface FoundCaller<Found extends SessionUser> {
  readonly caller: Caller;
  readonly found?: Found;
}

async function readCaller<Found extends SessionUser>(
  deps: Deps,
  c: AppContext,
  find: FindSession<Found>,
): Promise<FoundCaller<Found> | null> {
  if (c.env?.batched !== undefined) return { caller: c.env.batched.caller };
  const token = readToken(c);
  if (token === undefined) return null;
  const claims = await deps.sessions.read(token, deps.clock.now());
  // A restored database may have the account until it is deleted again.
  if (claims === null || deps.erasures.has(claims.userId)) return null;
  const id = claims.sessionId ?? idOfTokenWithoutSession(token);
  const found = await find(deps.db, { userId: claims.userId, sessionId: id });
  if (found === undefined || found.user.tokenVersion !== claims.version) return null;
  const session = found.session
    ? deps.sessionUses.current(found.session)
    : await adoptSession(deps, c, { id, claims, found });
  if (session === 'none' || (session !== null && !isLive(session, deps.clock.now()))) return null;
  if (session !== null) deps.sessionUses.note(session);
  const { role, tokenVersion, mustChangePassword } = found.user;
  const requiredStep = await findRequiredStep(deps, found.user);
  const caller = { id: found.user.id, role, tokenVersion, mustChangePassword, requiredStep, claims, session };
  return { caller, found };
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
  if (claims.sessionId !== null || !acceptsTokenWithoutSession(found, issuedAtSeconds)) return 'none';
  return adoptTokenWithoutSession(deps, c, { userId, id, issuedAtSeconds });
}

/**
 * Returns the caller, authorised before the rest of the request is read. Throws ApiError 401 `session_ended`,
 * and 403 for an account with a required step unless the call is part of the set-up.
 */
export async function requireCaller(deps: Deps, c: AppContext, { isSetUp = false } = {}): Promise<Caller> {
  return (await requireFound(deps, c, { isSetUp }, findSessionUser)).caller;
}

/** Returns the caller as {@link requireCaller} does, with what `find` reads of them. */
export async function requireFound<Found extends SessionUser>(
  deps: Deps,
  c: AppContext,
  { isSetUp }: { readonly isSetUp: boolean },
  find: FindSession<Found>,
): Promise<FoundCaller<Found>> {
  const read = await readCaller(deps, c, find);
  if (read === null) throw (await isOfDeletedAccount(deps, c)) ? accountDeleted() : sessionEnded();
  const { requiredStep } = read.caller;
  if (requiredStep !== null && !isSetUp) throw stepRefusal(requiredStep);
  return read;
}
