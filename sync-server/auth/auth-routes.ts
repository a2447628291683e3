import { v7 as uuidv7 } from 'uuid';
import { endpoints } from '#schema/endpoints.ts';
import type { ErrorCode } from '#schema/errors.ts';
import { messages } from '#schema/messages.ts';
import { LoginInput, RegisterInput, type Role, type SessionReply } from '#schema/user.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError, sessionEnded } from '../http/api-error.ts';
import type { Caller } from '../http/caller.ts';
import { addressOf, openRoute, pageRoute, type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import { endHandover, giveHandover, readHandover } from './handover-cookie.ts';
import { loginLimits } from './login-limits.ts';
import { requireUncommon } from './require-uncommon.ts';
import { isHalfSpent } from './sessions.ts';
import { type CallerRow, findCallerRow, findUser, findUserByEmail, insertUser } from './user-queries.ts';

/** Sign up, sign in, who am I. */
export function authRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.me, (c, caller) => getMe(deps, c, caller)),
    openRoute(endpoints.login, (c) => login(deps, c, { refusal: 'wrong_credentials' })),
    openRoute(endpoints.adminLogin, (c) =>
      login(deps, c, { refusal: 'wrong_admin_credentials', role: 'admin' }),
    ),
    openRoute(endpoints.register, (c) => register(deps, c)),
    pageRoute(deps, endpoints.resumeSession, (c) => resumeSession(deps, c)),
    pageRoute(deps, endpoints.endSession, async (c) => endSession(deps, c)),
  ];
}

async function getMe(deps: Deps, c: AppContext, caller: Caller): Promise<Response> {
  const user = await findUser(deps.db, caller.id);
  if (user === undefined) throw sessionEnded();
  const now = deps.clock.now();
  if (!isHalfSpent(caller.claims, now)) return jsonReply(c, JSON.stringify({ user }));
  const token = await deps.sessions.issue(caller, now);
  return jsonReply(c, JSON.stringify({ user, token }), { headers: await giveHandover(deps, c, caller) });
}

interface LoginKind {
  readonly refusal: ErrorCode;
  /** The role that one must have; anybody else is answered like a wrong password. */
  readonly role?: Role;
}

async function login(deps: Deps, c: AppContext, kind: LoginKind): Promise<Response> {
  const body = await readJsonBody(c);
  const input = parseInput(LoginInput, body);
  const address = addressOf(deps, c);
  const counters = loginLimits(input.email, address);
  await deps.limits.consume(counters);
  const user = await findUserByEmail(deps.db, input.email);
  const isRight = await deps.passwords.matches(user?.passwordHash, input.password);
  const isAllowed = kind.role === undefined || user?.role === kind.role;
  if (user === undefined || !isRight || !isAllowed) {
    deps.log.warn({ requestId: c.get('requestId'), address, code: kind.refusal }, 'login refused');
    throw new ApiError(kind.refusal);
  }
  await deps.limits.forgive(counters);
  deps.log.info({ requestId: c.get('requestId'), address, userId: user.id }, 'login');
  return answerSession(deps, c, user.id);
}

async function register(deps: Deps, c: AppContext): Promise<Response> {
  const input = parseInput(RegisterInput, await readJsonBody(c), 'invalid_registration');
  requireUncommon(input.password, 'password', 'invalid_registration');
  await deps.limits.consume([{ limit: 'registerByAddress', key: addressOf(deps, c) }]);
  const id = uuidv7();
  const createdAt = deps.clock.now().toISOString();
  const passwordHash = await deps.passwords.hash(input.password);
  const { name, email } = input;
  const isNew = await inTransaction(deps.db, (trx) =>
    insertUser(trx, { id, name, email, passwordHash, role: 'user', createdAt }),
  );
  if (!isNew) throw new ApiError('email_taken', { fields: { email: messages.emailTaken } });
  deps.log.info({ requestId: c.get('requestId'), userId: id }, 'account created');
  return answerSession(deps, c, id);
}

/** `{token, user}` for somebody who has just proved who they are. */
async function answerSession(deps: Deps, c: AppContext, userId: string): Promise<Response> {
  const row = await findCallerRow(deps.db, userId);
  if (row === undefined) throw new Error(`User ${userId} vanished while signing in`);
  const session = await beginSession(deps, row);
  return jsonReply(c, JSON.stringify(session), { headers: await giveHandover(deps, c, row) });
}

async function beginSession(deps: Deps, row: CallerRow): Promise<SessionReply> {
  const user = await findUser(deps.db, row.id);
  if (user === undefined) throw new Error(`User ${row.id} vanished while signing in`);
  return { token: await deps.sessions.issue(row, deps.clock.now()), user };
}

/**
 * A session for whoever's cookie this is, while their password and role are what they were when it was
 * given. Nobody's is no refusal: every installed app asks once, before anybody has signed in.
 */
async function resumeSession(deps: Deps, c: AppContext): Promise<Response> {
  const row = await findHandedOver(deps, readHandover(deps, c));
  if (row === null) return jsonReply(c, JSON.stringify({ session: null }), { headers: endHandover(deps, c) });
  const session = await beginSession(deps, row);
  deps.log.info({ requestId: c.get('requestId'), address: addressOf(deps, c), userId: row.id }, 'hand-over');
  return jsonReply(c, JSON.stringify({ session }), { headers: await giveHandover(deps, c, row) });
}

async function findHandedOver(deps: Deps, handover: string | null): Promise<CallerRow | null> {
  const claims = handover && (await deps.handovers.read(handover, deps.clock.now()));
  if (!claims) return null;
  const row = await findCallerRow(deps.db, claims.id);
  const holds = row?.tokenVersion === claims.tokenVersion && row.role === claims.role;
  return row !== undefined && holds ? row : null;
}

function endSession(deps: Deps, c: AppContext): Response {
  return jsonReply(c, JSON.stringify({ success: true }), { headers: endHandover(deps, c) });
}
