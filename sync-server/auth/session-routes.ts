import { type DeviceSession, SignOutInput } from '#schema/account/session.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampAt } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { Caller } from '../http/caller.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { openRoute, signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { pathParam } from '../http/path-param.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { endAllSessions, endByTicket, endSessions, listLiveSessions } from '../sessions/session-queries.ts';
import { findUser } from '../sessions/user-queries.ts';
import { clearCache } from './clear-cache.ts';

/** The sessions of a user, and the ways to end them. */
export function sessionRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.signOut, (c) => signOut(deps, c)),
    signedInRoute(deps, endpoints.listSessions, (c, caller) => listOwn(deps, c, caller)),
    signedInRoute(deps, endpoints.endOneSession, (c, caller) => endOne(deps, c, caller)),
    signedInRoute(deps, endpoints.endOtherSessions, (c, caller) => endOthers(deps, c, caller)),
    signedInRoute(deps, endpoints.endUserSessions, (c, caller) => endOfUser(deps, c, caller)),
  ];
}

/** Reveals nothing about the tickets: a repeat, and a ticket of no session, succeed as well. */
async function signOut(deps: Deps, c: AppContext): Promise<Response> {
  const { tickets } = parseInput(SignOutInput, await readJsonBody(c));
  const at = deps.clock.now().toISOString();
  for (const ticket of new Set(tickets)) {
    const hash = deps.endTickets.hashOf(ticket);
    const ended = await inTransaction(deps.db, (trx) => endByTicket(trx, hash, at));
    if (ended !== undefined) deps.log.info({ ...eventOf(deps, c), ...ended }, 'signed out');
  }
  return jsonReply(c, JSON.stringify({ success: true }), { headers: clearCache });
}

async function listOwn(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  // The list says when this device was last used: now.
  await deps.sessionUses.settled();
  const rows = await listLiveSessions(deps.db, caller.id, deps.clock.now());
  const isCurrent = (id: string) => id === caller.session?.id;
  const sessions: DeviceSession[] = rows.map((row) => ({ ...row, isCurrent: isCurrent(row.id) }));
  sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return jsonReply(c, JSON.stringify({ sessions }));
}

async function endOne(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const at = deps.clock.now().toISOString();
  const id = pathParam(c, 'sessionId');
  const ended = await inTransaction(deps.db, (trx) => endSessions(trx, { userId: caller.id, at }, [id]));
  deps.log.info({ ...eventOf(deps, c), userId: caller.id, ended }, 'session ended from another device');
  return endedReply(c, ended);
}

async function endOthers(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const ending = { userId: caller.id, at: deps.clock.now().toISOString() };
  const exceptId = caller.session?.id ?? null;
  const ended = await inTransaction(deps.db, (trx) => endAllSessions(trx, ending, exceptId));
  deps.log.info({ ...eventOf(deps, c), userId: caller.id, ended }, 'other sessions ended');
  return endedReply(c, ended);
}

async function endOfUser(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const userId = pathParam(c, 'userId');
  const at = deps.clock.now().toISOString();
  const ended = await inTransaction(deps.db, async (trx) => {
    const user = await findUser(trx, userId);
    if (user === undefined) throw new ApiError('user_not_found');
    const count = await endAllSessions(trx, { userId, at }, null);
    await insertRevision(trx, auditStampAt(caller.id, at), {
      ...{ kind: 'update', entity: 'user', entityId: userId, courseId: null, title: user.name },
      ...{ version: null, before: {}, after: { sessionsEnded: count } },
    });
    return count;
  });
  deps.log.info({ ...eventOf(deps, c), by: caller.id, userId, ended }, 'sessions ended by an admin');
  return endedReply(c, ended);
}

const eventOf = (deps: Deps, c: AppContext) => ({
  requestId: c.get('requestId'),
  address: clientAddressOf(deps, c),
});

const endedReply = (c: AppContext, ended: number): Response =>
  jsonReply(c, JSON.stringify({ success: true, ended }));
