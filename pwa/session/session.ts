import { normalizeEmail } from '#schema/account/email.ts';
import type { PasswordInput } from '#schema/account/profile.ts';
import { requiredStepOf, stepOfCode } from '#schema/account/required-step.ts';
import type { LoginInput, RegisterInput, SessionReply, User } from '#schema/account/user.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { CallError } from '../api/call.ts';
import { exchange, watchExchanges } from '../api/exchange.ts';
import { readToken, removeToken, tokenSubject, watchToken, writeToken } from '../api/token.ts';
import { Observable, type Readable } from '../device/observable.ts';
import { claimTabItems } from '../device/tab-storage.ts';
import { untilIdle } from '../device/when-idle.ts';
import { noteDeparture, readDepartures, strikeDeparture } from '../store/account/departure-notes.ts';
import { noteLeftovers } from '../store/account/leftovers.ts';
import { storeUnavailable } from '../store/database/blocked.ts';
import { StoreGoneError } from '../store/database/errors.ts';
import {
  forgetKnownUser,
  readConfirmedUser,
  readKnownUser,
  watchKnownUser,
  writeKnownUser,
} from '../store/database/known-user.ts';
import { checkMemory, isMemoryVerified } from './memory.ts';
import { readSessionReply } from './session-reply.ts';
import { deriveSession, isSameSession, type Session } from './session-state.ts';
import type { UnsentWork } from './sign-out/departing.ts';
import {
  queueEndTicket,
  sendEndTickets,
  sendEndTicketsAgain,
  storeEndTicket,
} from './sign-out/end-tickets.ts';
import { allowHandover, forbidHandover, takeHandover } from './sign-out/handover.ts';
import { reportSignOuts } from './sign-out/report-sign-outs.ts';
import { finishSignup } from './signup-draft.ts';

export type { Session };

/*
 * The current session. Token and known user are in localStorage, so the first render needs neither network
 * nor Dexie and every tab sees the same; the server's confirmation is added when available.
 *
 *   loading ──me──> signedIn(verified) <──login, register── signedOut
 *      │ no response │ ^ ^
 *      v │401 └──login── expired ──sign out──┘
 *   signedIn(unverified) ─┴────────────────────^
 */
let verifiedToken: string | null = null;
let isRestored = false;
let hasCheckedServer = false;
const current = new Observable<Session>(deriveSession({ verifiedToken, isRestored, hasCheckedServer }));

export const currentSession: Readable<Session> = current;

let starting: Promise<void> | null = null;

/**
 * Restores the session and checks it with the server. Resolves when the check ends, with or without a
 * response; screens need not wait for it. Without a response the last known user stays signed in, unverified,
 * and the check is repeated as soon as any call gets a response.
 */
export function startSession(): Promise<void> {
  starting ??= start();
  return starting;
}

async function start(): Promise<void> {
  watchToken(publish);
  watchKnownUser(publish);
  watchExchanges(({ path, isReached, code, token }) => {
    if (code === 'account_deleted' && token !== null) void leaveDeleted(tokenSubject(token));
    if (isNewStep(code)) void verify();
    const session = current.get();
    const isWaiting = session.state === 'signedIn' && !session.isVerified;
    if (isReached && hasCheckedServer && isWaiting && path !== accountEndpoints.me.path) void verify();
    if (isReached && hasCheckedServer) void sendEndTicketsAgain(path);
  });
  globalThis.addEventListener?.('online', () => {
    void verify();
    void reportSignOuts();
  });
  publish();
  const isKnown = readKnownUser() !== null;
  if (!isKnown) await restore();
  await finishDepartures();
  void reportSignOuts();
  // A device with a known user shows their data first; the server check and the crash recovery follow.
  if (isKnown) {
    await untilIdle({ restMs: 0 });
    await restore();
  }
  await verify();
  hasCheckedServer = true;
  publish();
  // A device that may have lost its known user cannot conclude that a store is a leftover.
  if (isMemoryVerified()) await noteLeftovers();
  await finishDepartures();
}

/** The user deleted the account on another device: nothing here can be sent or opened any more. */
async function leaveDeleted(userId: string | null): Promise<void> {
  if (userId !== null && readKnownUser()?.id === userId) await signOut(userId, 'discardUnsent');
}

/**
 * The server requires a step that this device does not know of: `me` returns it, and the guard redirects to
 * it.
 */
function isNewStep(code: string | null): boolean {
  const step = stepOfCode(code);
  const user = readKnownUser();
  return step !== null && user !== null && requiredStepOf(user) !== step;
}

async function restore(): Promise<void> {
  const before = readKnownUser();
  await checkMemory();
  if (before !== null && readKnownUser()?.id !== before.id) repeatDeparture(before.id);
  if (readToken() === null && readKnownUser() === null) await resume();
  isRestored = true;
  publish();
}

/**
 * After a crash, a user who had signed out is known again. Until the mirror was read, this page took them for signed in,
 * opened their store again and perhaps filled it, so the end of {@link start} removes it once more. Work that is
 * unsent after all stays.
 */
function repeatDeparture(userId: string): void {
  if (readDepartures().some((departure) => departure.userId === userId)) return;
  noteDeparture({ userId, unsent: 'keep' });
}

/** An installed app without a known user continues the session of the browser that installed it. */
async function resume(): Promise<void> {
  const session = await takeHandover();
  if (session !== null && readToken() === null && readKnownUser() === null) await signIn(session);
}

/** Signs in. Rejects with a CallError or an Error whose message can be shown. */
export async function login(input: Omit<LoginInput, 'accountProof'>): Promise<User> {
  const body = withProof({ ...input, email: normalizeEmail(input.email) });
  const response = await exchange(accountEndpoints.login, { body, token: null });
  const { refusals } = accountEndpoints.login;
  return signIn(readSessionReply(response, { refusals, defaultMessage: messages.loginFailed }));
}

/** As {@link login}, for the admin login. */
export async function adminLogin(input: LoginInput): Promise<User> {
  const body = { ...input, email: normalizeEmail(input.email) };
  const response = await exchange(accountEndpoints.adminLogin, { body, token: null });
  const { refusals } = accountEndpoints.adminLogin;
  return signIn(
    readSessionReply(response, { refusals, defaultMessage: messages.adminLoginFailed, mustBeAdmin: true }),
  );
}

/**
 * Creates an account and signs in. A user of this device whose account was lost in a restore of the server gets
 * it back. Rejects like {@link login}.
 */
export async function register(input: Omit<RegisterInput, 'accountProof'>): Promise<User> {
  const body = withProof({ ...input, name: input.name.trim(), email: normalizeEmail(input.email) });
  const response = await exchange(accountEndpoints.register, { body, token: null });
  const { refusals } = accountEndpoints.register;
  return signIn(readSessionReply(response, { refusals, defaultMessage: messages.registerFailed }));
}

/**
 * Changes the user's own password, which ends every other session; this one continues with the new token.
 * Goes straight to the server: a password is never stored on the device. Rejects with a CallError whose
 * message can be shown.
 */
export async function changePassword(input: PasswordInput): Promise<void> {
  const token = readToken();
  const userId = token === null ? null : tokenSubject(token);
  const params = { userId: userId ?? 'nobody' };
  const response = await exchange(accountEndpoints.changePassword, { params, body: input, token });
  if (response.output === null) {
    const { refusals } = accountEndpoints.changePassword;
    throw new CallError(response, { refusals, defaultMessage: messages.passwordFailed });
  }
  if (token === null || !continues(token)) return;
  verifiedToken = response.output.token;
  if (response.output.endTicket !== undefined) storeEndTicket(response.output.endTicket);
  writeToken(response.output.token);
  const user = readKnownUser();
  if (user !== null && requiredStepOf(user) !== null) await refreshUser();
}

/**
 * Whether the session of this token goes on here. A user who signed out meanwhile stays signed out. A token that is
 * gone while its user is still known was refused in another request, which the server received after the change.
 */
function continues(token: string): boolean {
  const current = readToken();
  return current === token || (current === null && readKnownUser()?.id === tokenSubject(token));
}

export type SignOutChoice = 'ifNothingUnsent' | 'keepUnsent' | 'discardUnsent';
export type SignOutResult = { readonly done: true } | ({ readonly done: false } & UnsentWork);

/**
 * Removes the user from this device: token, private store, downloaded media. Works offline. With
 * `ifNothingUnsent` it only returns the unsent or unsaved work if there is any; with `keepUnsent` only that
 * work stays, for this user's next login.
 *
 * @param userId the user who signs out; another user's data is not theirs to discard
 * @param onLeave called once it is certain, before the session ends and anything is removed, which can take seconds
 * @throws {StoreGoneError} if another user is signed in by then
 */
export async function signOut(
  userId: string,
  choice: SignOutChoice,
  onLeave = () => {},
): Promise<SignOutResult> {
  const isUnopened = readKnownUser()?.id === userId && storeUnavailable.get();
  if (readKnownUser() === null || isUnopened) {
    onLeave();
    forbidHandover();
    if (isUnopened) {
      // A later start that can open the store finishes it. Unsent work stays, unless the user has discarded it.
      noteDeparture({ userId, unsent: unsentOf(choice) });
      forgetKnownUser();
    }
    queueEndTicket();
    removeToken();
    void reportSignOuts();
    return { done: true };
  }
  const departing = await import('./sign-out/departing.ts');
  if (choice === 'ifNothingUnsent') {
    const work = await departing.findUnsentWork(userId);
    if (work.unsent.length > 0 || work.drafts.length > 0) return { done: false, ...work };
  }
  const known = readKnownUser();
  if (known === null) {
    // Meanwhile signed out: by another tab, or because a request learned first that the account was deleted.
    onLeave();
    if (choice === 'discardUnsent') noteDeparture({ userId, unsent: 'discard' });
    await departing.finish();
    return { done: true };
  }
  if (known.id !== userId) throw new StoreGoneError();
  onLeave();
  // Noted before anything is removed: if the page dies in between, the next start finishes it. Commands
  // queued after the check above stay and are not discarded.
  forbidHandover();
  noteDeparture({ userId, unsent: unsentOf(choice) });
  queueEndTicket();
  forgetKnownUser();
  removeToken();
  // Now or, without a network, later; nothing waits for it.
  void reportSignOuts();
  await finishDepartures();
  return { done: true };
}

const unsentOf = (choice: SignOutChoice) => (choice === 'discardUnsent' ? 'discard' : 'keep');

async function signIn({ token, user, endTicket }: SessionReply): Promise<User> {
  await finishDepartures();
  isRestored = true;
  // A user who signs in again is no longer signing out, even if part of it was unfinished.
  strikeDeparture(user.id);
  finishSignup(user.email);
  allowHandover();
  verifiedToken = token;
  storeEndTicket(endTicket);
  // The token first: a known user with another user's token would count as expired for a moment.
  writeToken(token);
  writeKnownUser(user);
  hasCheckedServer = true;
  publish();
  void sendEndTickets();
  return user;
}

let verifying: Promise<void> | null = null;

function verify(): Promise<void> {
  verifying ??= fetchCurrentUser().finally(() => {
    verifying = null;
  });
  return verifying;
}

async function fetchCurrentUser(): Promise<void> {
  const token = readToken();
  if (token === null) return;
  const before = JSON.stringify(readConfirmedUser());
  const { output } = await exchange(accountEndpoints.me, { token });
  // A late response must not restore a user who signed out, an older profile, or a shorter list of courses.
  if (output === null || readToken() !== token) return;
  const now = readConfirmedUser();
  const hasMoved = JSON.stringify(now) !== before && now?.id === output.user.id;
  verifiedToken = output.token ?? token;
  if (output.token !== undefined) {
    if (output.endTicket !== undefined) storeEndTicket(output.endTicket);
    writeToken(output.token);
  }
  const { role, requiredStep } = output.user;
  writeKnownUser(hasMoved ? { ...now, role, requiredStep } : output.user);
  publish();
}

/** Fetches the user again, for instance after a required step was done. */
export async function refreshUser(): Promise<void> {
  // A request under way may return the previous state.
  await verifying;
  await verify();
}

/** Finishes sign-outs that a killed page, or another tab's lock on the store, left incomplete. */
async function finishDepartures(): Promise<void> {
  const departures = readDepartures();
  if (departures.length === 0) return;
  if (departures.some(({ userId }) => userId === readKnownUser()?.id)) {
    queueEndTicket();
    forgetKnownUser();
    removeToken();
  }
  try {
    await (await import('./sign-out/departing.ts')).finish();
  } catch {
    // The note stays, and so does the unsent work: the next start tries again.
  }
}

function publish(): void {
  const next = deriveSession({ verifiedToken, isRestored, hasCheckedServer });
  // This tab's own data, such as a half-typed form, belongs to its user.
  if (next.state !== 'loading') claimTabItems('user' in next ? next.user.id : null);
  if (!isSameSession(current.get(), next)) current.set(next);
}

/** Adds the proof of the account that this device knows by this email: a restore may have lost it. */
function withProof<Input extends { readonly email: string }>(input: Input) {
  const known = readConfirmedUser();
  const accountProof = known?.email === input.email ? known.accountProof : undefined;
  return accountProof === undefined ? input : { ...input, accountProof };
}
