import { randomInt } from 'node:crypto';
import type { InferResult } from 'kysely';
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS, SESSION_LIFETIME_SECONDS } from '#schema/limits.ts';
import type { SessionRow, UserRow } from '../db/account-tables.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import { countDeleted, ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const TOKEN_VERSIONS_MAX = 2 ** 47;

/** The session data that a request needs. */
export type SessionState = Pick<SessionRow, 'id' | 'lastSeenAt' | 'expiresAt' | 'endedAt'>;

/** The session that a token or cookie is issued for. */
export type IssuedSession = Pick<SessionRow, 'id' | 'expiresAt'>;

/** A user together with the session that a token or cookie names, if it has a row. */
export interface SessionUser {
  readonly user: Pick<
    UserRow,
    'id' | 'role' | 'tokenVersion' | 'mustChangePassword' | 'tokensWithoutSessionEndedAt'
  >;
  readonly session: SessionState | null;
}

/** What the token of a request names. */
export interface NamedSession {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Returns a look-up of the user and session of a request, by a query that may return more columns: what a request needs
 * besides is read in the same round trip.
 */
export function sessionLookUp<Row extends SessionUserRow, More>(
  rowsOf: (db: Db, named: NamedSession) => Promise<readonly Row[]>,
  moreOf: (row: Row) => More,
): (db: Db, named: NamedSession) => Promise<(SessionUser & More) | undefined> {
  return async (db, named) => {
    const [row] = await rowsOf(db, named);
    return row && { ...toSessionUser(row, named.sessionId), ...moreOf(row) };
  };
}

/** The user and session of a row. */
function toSessionUser(row: SessionUserRow, named: string): SessionUser {
  const { id, role, tokenVersion, mustChangePassword, tokensWithoutSessionEndedAt } = row;
  const { sessionId, lastSeenAt, expiresAt, endedAt } = row;
  const user = { id, role, tokenVersion, mustChangePassword, tokensWithoutSessionEndedAt };
  if (sessionId !== named || lastSeenAt === null || expiresAt === null) return { user, session: null };
  return { user, session: { id: sessionId, lastSeenAt, expiresAt, endedAt } };
}

/** Of users, joined with sessions. */
const SESSION_USER_COLUMNS = [
  ...(['users.id', 'users.role', 'users.tokenVersion', 'users.mustChangePassword'] as const),
  ...(['users.tokensWithoutSessionEndedAt', 'sessions.id as sessionId', 'sessions.lastSeenAt'] as const),
  ...(['sessions.expiresAt', 'sessions.endedAt'] as const),
] as const;

/** A user with the session that is named, if they have it. */
export const sessionUserOf = (db: Db, value: ValueOf<NamedSession>) =>
  db
    .selectFrom('users')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.userId', '=', 'users.id').on('sessions.id', '=', value('sessionId')),
    )
    .select(SESSION_USER_COLUMNS)
    .where('users.id', '=', value('userId'));

type SessionUserRow = InferResult<ReturnType<typeof sessionUserOf>>[number];

/** One query for both, because every request runs it. */
export const findSessionUser = sessionLookUp(compiledOnce(sessionUserOf), () => ({}));

/** Whether a session is live: not ended, used recently, and within its absolute limit. */
export function isLive({ endedAt, expiresAt, lastSeenAt }: SessionState, now: Date): boolean {
  if (endedAt !== null) return false;
  const atMs = now.getTime();
  return Date.parse(expiresAt) > atMs && Date.parse(lastSeenAt) > atMs - SESSION_IDLE_DAYS * DAY_MS;
}

interface SessionHolder {
  readonly id: string;
  readonly tokenVersion: number;
  readonly session: Pick<SessionRow, 'id'> | null;
}

/** What is read of a caller who was authorised before. */
export const namedBy = ({ id: userId, session }: SessionHolder): NamedSession => ({
  userId,
  sessionId: session?.id ?? '',
});

/** The row of a caller who was authorised before, if their session is still live. */
export async function findLiveUser(
  db: Db,
  holder: SessionHolder,
  now: Date,
): Promise<SessionUser['user'] | undefined> {
  return liveUserOf(await findSessionUser(db, namedBy(holder)), holder, now);
}

/** As {@link findLiveUser}, of rows that are read already. */
export function liveUserOf(
  found: SessionUser | undefined,
  { tokenVersion, session }: SessionHolder,
  now: Date,
): SessionUser['user'] | undefined {
  if (found === undefined || found.user.tokenVersion !== tokenVersion) return undefined;
  const isEnded = session !== null && (found.session === null || !isLive(found.session, now));
  return isEnded ? undefined : found.user;
}

/** Sessions last used before this time have ended. */
const idleSince = (now: Date): string => daysBefore(now, SESSION_IDLE_DAYS);
const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();

/** The absolute limit of a session that began at this time. */
export const absoluteEnd = (begunAt: Date): string =>
  new Date(begunAt.getTime() + SESSION_ABSOLUTE_DAYS * DAY_MS).toISOString();

/** Inserts a session; does nothing when one with this id exists. */
export async function insertSession(trx: Trx, session: Omit<SessionRow, 'endedAt'>): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ ...session, endedAt: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Records that sessions were used, except those of which another request just did. */
export async function touchSessions(
  trx: Trx,
  { ids, at, before }: { readonly ids: readonly string[]; readonly at: string; readonly before: string },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ lastSeenAt: at })
    .where('id', 'in', ids)
    .where('lastSeenAt', '<=', before)
    .execute();
}

/** The id that the device of a session made for itself; null for none. */
export async function findDeviceId(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('deviceId')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.deviceId ?? null;
}

/** Returns the user's live sessions, the most recently used first. */
export function listLiveSessions(
  db: Db,
  userId: string,
  now: Date,
): Promise<Pick<SessionRow, 'id' | 'deviceName' | 'createdAt' | 'lastSeenAt'>[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'deviceName', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .where('lastSeenAt', '>', idleSince(now))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

interface Ending {
  readonly userId: string;
  /** ISO time. */
  readonly at: string;
}

/** Ends the user's live sessions with these ids and returns how many. */
export async function endSessions(trx: Trx, { userId, at }: Ending, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const result = await trx
    .updateTable('sessions')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Ends all sessions of a user except `exceptId` (null: all), including those of tokens that have no row
 * yet, and returns how many of them were live.
 */
export async function endAllSessions(
  trx: Trx,
  { userId, at }: Ending,
  exceptId: string | null,
): Promise<number> {
  const live = await listLiveSessions(trx, userId, new Date(at));
  const ended = live.filter(({ id }) => id !== exceptId);
  await trx
    .updateTable('sessions')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .where('id', '!=', exceptId ?? '')
    .where('endedAt', 'is', null)
    .execute();
  await trx.updateTable('users').set({ tokensWithoutSessionEndedAt: at }).where('id', '=', userId).execute();
  return ended.length;
}

/**
 * Ends every session of every user after a restore. Token versions continue from a random number: those of the
 * backup would be issued again by the next changes of a password, and tokens that were void would match them.
 */
export async function endSessionsOfAll(trx: Trx, at: string): Promise<void> {
  await trx.updateTable('sessions').set({ endedAt: at }).where('endedAt', 'is', null).execute();
  const tokenVersion = randomInt(TOKEN_VERSIONS_MAX);
  await trx.updateTable('users').set({ tokensWithoutSessionEndedAt: at, tokenVersion }).execute();
}

/** Ends the older sessions of a device; the new one (`exceptId`) remains. */
export async function endSessionsOfDevice(
  trx: Trx,
  { userId, at }: Ending,
  { deviceId, exceptId }: { readonly deviceId: string; readonly exceptId: string },
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .where('deviceId', '=', deviceId)
    .where('id', '!=', exceptId)
    .where('endedAt', 'is', null)
    .execute();
}

/**
 * Ends the session that a ticket belongs to. Returns its user; undefined when no live session was left to
 * end.
 */
export async function endByTicket(
  trx: Trx,
  endTicketHash: string,
  at: string,
): Promise<Pick<SessionRow, 'id' | 'userId'> | undefined> {
  return trx
    .updateTable('sessions')
    .set({ endedAt: at })
    .where('endTicketHash', '=', endTicketHash)
    .where('endedAt', 'is', null)
    .returning(['id', 'userId'])
    .executeTakeFirst();
}

/** Removes some of the rows of sessions that ended so long ago that no token of theirs can be valid; see `removeInPieces`. */
export async function removeOldSessions(trx: Trx, now: Date): Promise<number> {
  const tokensEnded = new Date(now.getTime() - SESSION_LIFETIME_SECONDS * 1_000).toISOString();
  const unusedSince = daysBefore(now, SESSION_IDLE_DAYS + SESSION_LIFETIME_SECONDS / (DAY_MS / 1_000));
  const over = trx
    .selectFrom('sessions')
    .select('id')
    // True of each of the three, and in an index.
    .where('lastSeenAt', '<', tokensEnded)
    .where((eb) =>
      eb.or([
        eb('endedAt', '<', tokensEnded),
        eb('expiresAt', '<', tokensEnded),
        eb('lastSeenAt', '<', unusedSince),
      ]),
    )
    .limit(ROWS_PER_PIECE);
  return countDeleted(trx.deleteFrom('sessions').where('id', 'in', over));
}
