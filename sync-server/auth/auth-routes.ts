import { v7 as uuidv7 } from 'uuid';
import { LoginInput, RegisterInput, type Role } from '#schema/account/user.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import type { Db } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { getEpoch } from '../epoch/epoch-queries.ts';
import type { Caller } from '../http/caller.ts';
import { openRoute, pageRoute, signedInRouteWith } from '../http/endpoint-routes.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError, sessionEnded } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import { withRequiredStep } from '../http/required-steps.ts';
import type { Route } from '../http/route.ts';
import { enqueueWelcome } from '../mail/account-mails.ts';
import { requireUncommon } from '../passwords/require-uncommon.ts';
import { proofOf } from '../second-factor/accept-proof.ts';
import { requireSecondFactor } from '../second-factor/require-second-factor.ts';
import { networkOf } from '../security/client-address.ts';
import { isErased } from '../sessions/is-erased.ts';
import { isHalfSpent } from '../sessions/sessions.ts';
import {
  findCallerRow,
  findSessionProfile,
  findUserByEmail,
  findUserInEpoch,
  insertUser,
  type UserInEpoch,
} from '../sessions/user-queries.ts';
import { type BegunSession, beginSession, issueToken, sessionReply } from './begin-session.ts';
import { clearCache } from './clear-cache.ts';
import { endHandover, issueHandover } from './handover/handover-cookie.ts';
import { takeHandover } from './handover/take-handover.ts';
import { signInPlaceOf } from './sign-in-place.ts';
import { tryPassword } from './try-password.ts';

/** Sign-up, sign-in and the current user. */
export function authRoutes(deps: Deps): Route[] {
  return [
    signedInRouteWith(deps, endpoints.me, findSessionProfile, (c, { caller, found }) =>
      getMe(deps, c, { caller, profile: found?.profile }),
    ),
    openRoute(endpoints.login, (c) => login(deps, c, { refusal: 'wrong_credentials' })),
    openRoute(endpoints.adminLogin, (c) =>
      login(deps, c, { refusal: 'wrong_admin_credentials', role: 'admin' }),
    ),
    openRoute(endpoints.register, (c) => register(deps, c)),
    pageRoute(deps, endpoints.resumeSession, (c) => resumeSession(deps, c)),
    pageRoute(deps, endpoints.endSession, async (c) => endSession(deps, c)),
  ];
}

interface Me {
  readonly caller: Caller;
  /** If it was read with the session. */
  readonly profile: UserInEpoch | undefined;
}

async function getMe(deps: Deps, c: AppContext, { caller, profile }: Me): Promise<Response> {
  const found = profile ?? (await findUserInEpoch(deps.db, caller.id));
  if (found === undefined) throw sessionEnded();
  const user = await withRequiredStep(deps, caller, found);
  const now = deps.clock.now();
  const { claims, session } = caller;
  // A token without a session id is reissued at once, so its device receives the ticket that ends the
  // session.
  const isDue = isHalfSpent(claims, now) || (claims.sessionId === null && session !== null);
  if (!isDue) return jsonReply(c, JSON.stringify({ user }));
  const begun = { user: caller, session };
  const body = JSON.stringify({ user, ...(await issueToken(deps, begun)) });
  return jsonReply(c, body, { cookies: await issueHandover(deps, c, begun) });
}

interface LoginKind {
  readonly refusal: ErrorCode;
  /** The required role; a user without it gets the same reply as for a wrong password. */
  readonly role?: Role;
}

async function login(deps: Deps, c: AppContext, kind: LoginKind): Promise<Response> {
  const body = await readJsonBody(c);
  const input = parseInput(LoginInput, body);
  const place = signInPlaceOf(deps, c);
  const { address } = place;
  const user = await findUndeleted(deps, input.email);
  const { isRight, counters, refusal } = await tryPassword(deps, { ...input, place, user });
  const isAllowed = kind.role === undefined || user?.role === kind.role;
  if (user === undefined || !isRight || !isAllowed) {
    deps.log.warn({ requestId: c.get('requestId'), address, code: kind.refusal }, 'login refused');
    throw refusal ?? new ApiError((await isLost(deps, input, user)) ? 'account_lost' : kind.refusal);
  }
  await deps.limits.refund(counters);
  const event = { requestId: c.get('requestId'), address, userId: user.id };
  const proof = proofOf(input.secondFactor, input.passkey);
  await requireSecondFactor(deps, { userId: user.id, proof, event });
  const begun = await beginSession(deps, c, user);
  if (begun === null) throw new ApiError(kind.refusal);
  deps.log.info(event, 'login');
  await deps.signInNetworks.record(user.id, place);
  return replyWithSession(deps, c, begun);
}

/** Not an account that a restore has returned after its user deleted it. */
async function findUndeleted({ db, erasures }: Deps, email: string) {
  const user = await findUserByEmail(db, email);
  return user !== undefined && erasures.has(user.id) ? undefined : user;
}

async function register(deps: Deps, c: AppContext): Promise<Response> {
  const input = parseInput(RegisterInput, await readJsonBody(c), 'invalid_registration');
  requireUncommon({
    password: input.password,
    owner: input,
    field: 'password',
    code: 'invalid_registration',
  });
  const place = signInPlaceOf(deps, c);
  const { address } = place;
  const counters: Limited[] = [{ limit: 'registerByAddress', key: address }];
  await deps.limits.consume(counters);
  const createdAt = deps.clock.now().toISOString();
  const hash = () => deps.passwords.hash(input.password, networkOf(address));
  const passwordHash = await deps.limits.refundOnError(counters, hash);
  const { name, email } = input;
  const { id, isNew } = await inTransaction(deps.db, async (trx) => {
    const lostId = await findLostId(deps, trx, input);
    const user = { id: lostId ?? uuidv7(), name, email, passwordHash, role: 'user', createdAt } as const;
    const isInserted = await insertUser(trx, user);
    if (isInserted) await enqueueWelcome(trx, deps, user);
    return { id: user.id, isNew: isInserted };
  });
  if (!isNew) throw new ApiError('email_taken', { fields: { email: serverMessages.emailTaken } });
  deps.mails.scheduleDrain();
  deps.log.info({ requestId: c.get('requestId'), userId: id }, 'account created');
  const row = await findCallerRow(deps.db, id);
  const begun = row && (await beginSession(deps, c, row));
  if (!begun) throw new Error(`User ${id} was deleted while signing in`);
  await deps.signInNetworks.record(id, place);
  return replyWithSession(deps, c, begun);
}

/** Whether a restore has lost the account. Only who holds its proof learns that it does not exist. */
async function isLost(deps: Deps, input: LoginInput, user: unknown): Promise<boolean> {
  return user === undefined && (await findLostId(deps, deps.db, input)) !== null;
}

/**
 * The id of an account with this email that a restore has lost, by the proof on its device; null without one, and for
 * an account that its user deleted. In its own epoch an account cannot have been lost.
 */
async function findLostId(
  deps: Deps,
  db: Db,
  { email, accountProof }: Pick<RegisterInput, 'email' | 'accountProof'>,
) {
  const proved = accountProof === undefined ? null : deps.accountProofs.read(email, accountProof);
  if (proved === null || proved.epoch === (await getEpoch(db))) return null;
  if ((await findCallerRow(db, proved.id)) !== undefined) return null;
  return (await isErased({ db, erasures: deps.erasures }, proved.id)) ? null : proved.id;
}

/** Returns `{token, user, endTicket}` of the session that a login or registration has begun. */
async function replyWithSession(deps: Deps, c: AppContext, begun: BegunSession): Promise<Response> {
  const body = JSON.stringify(await sessionReply(deps, begun));
  return jsonReply(c, body, { cookies: await issueHandover(deps, c, begun) });
}

/**
 * Begins a session for the owner of this cookie. A missing cookie is not an error: every installed app sends
 * this request before its first sign-in.
 */
async function resumeSession(deps: Deps, c: AppContext): Promise<Response> {
  const begun = await takeHandover(deps, c);
  if (begun === null)
    return jsonReply(c, JSON.stringify({ session: null }), { cookies: endHandover(deps, c) });
  const session = await sessionReply(deps, begun);
  const place = signInPlaceOf(deps, c);
  const event = { requestId: c.get('requestId'), address: place.address, userId: begun.user.id };
  deps.log.info(event, 'session handover');
  await deps.signInNetworks.record(begun.user.id, place);
  return jsonReply(c, JSON.stringify({ session }), { cookies: await issueHandover(deps, c, begun) });
}

/** Removes the cookie at sign-out. The session itself is ended by the ticket, see `signOut`. */
function endSession(deps: Deps, c: AppContext): Response {
  const body = JSON.stringify({ success: true });
  return jsonReply(c, body, { headers: clearCache, cookies: endHandover(deps, c) });
}
