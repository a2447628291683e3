import type { SessionReply } from '#schema/account/user.ts';
import { SESSIONS_PER_USER_MAX } from '#schema/limits.ts';
import type { SessionRow } from '../db/account-tables.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { unlessDiskFull } from '../disk-full.ts';
import { newSessionRow, type Origin } from '../http/new-session-row.ts';
import type { AppContext } from '../http/reply.ts';
import { withRequiredStep } from '../http/required-steps.ts';
import {
  endSessions,
  endSessionsOfDevice,
  findLiveUser,
  type IssuedSession,
  insertSession,
  listLiveSessions,
} from '../sessions/session-queries.ts';
import { type CallerRow, findUserInEpoch } from '../sessions/user-queries.ts';

export interface BegunSession {
  readonly user: CallerRow;
  /** Null when the disk was full: a later request then inserts the row of the token. */
  readonly session: IssuedSession | null;
}

/**
 * Begins a session on the requesting device and ends the device's older one. On a full disk it succeeds
 * without a row: users who cannot sign in cannot free space either.
 *
 * @param user as the user was authenticated
 * @returns null when their password has changed since, their account was deleted, or the session that this one continues
 * has ended
 */
export async function beginSession(
  deps: Deps,
  c: AppContext,
  user: CallerRow,
  origin: Origin = {},
): Promise<BegunSession | null> {
  const row = newSessionRow(deps, c, user.id, origin);
  const begun = await unlessDiskFull(deps.log, 'the session of a login', () =>
    inTransaction(deps.db, async (trx) => {
      const holder = { ...user, session: origin.continues === undefined ? null : { id: origin.continues } };
      if ((await findLiveUser(trx, holder, deps.clock.now())) === undefined) return false;
      await addSession(trx, row);
      return true;
    }),
  );
  return begun === false ? null : { user, session: begun === null ? null : row };
}

async function addSession(trx: Trx, row: Omit<SessionRow, 'endedAt'>): Promise<void> {
  const { id, userId, deviceId, lastSeenAt: at } = row;
  await insertSession(trx, row);
  if (deviceId !== null) await endSessionsOfDevice(trx, { userId, at }, { deviceId, exceptId: id });
  const live = await listLiveSessions(trx, userId, new Date(at));
  const beyond = live.slice(SESSIONS_PER_USER_MAX).map((session) => session.id);
  await endSessions(trx, { userId, at }, beyond);
}

/** Returns `{token, user, endTicket}` of a session that has begun. */
export async function sessionReply(deps: Deps, { user, session }: BegunSession): Promise<SessionReply> {
  const shown = await findUserInEpoch(deps.db, user.id);
  if (shown === undefined) throw new Error(`User ${user.id} was deleted while signing in`);
  return { user: await withRequiredStep(deps, user, shown), ...(await issueToken(deps, { user, session })) };
}

/** Returns a new token of a session, with the ticket that ends it. */
export async function issueToken(
  deps: Deps,
  { user, session }: BegunSession,
): Promise<{ readonly token: string; readonly endTicket?: string }> {
  const token = await deps.sessions.issue(user, deps.clock.now(), session);
  return session === null ? { token } : { token, endTicket: deps.endTickets.ticketOf(session.id) };
}
