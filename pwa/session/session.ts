import { accountEndpoints } from '#schema/account-endpoints.ts';
import { messages } from '#schema/messages.ts';
import type { PasswordInput } from '#schema/profile.ts';
import { requiredStepOf, stepOfCode } from '#schema/required-step.ts';
import type { LoginInput, RegisterInput, SessionReply, User } from '#schema/user.ts';
import { CallError } from '../api/call.ts';
import { exchange, watchAnswers } from '../api/exchange.ts';
import { readToken, removeToken, tokenSubject, watchToken, writeToken } from '../api/token.ts';
import { clearTabItems } from '../device/tab-storage.ts';
import { noteDeparture, readDepartures, strikeDeparture } from '../store/departure-notes.ts';
import { StoreGoneError } from '../store/errors.ts';
import {
  forgetKnownUser,
  readConfirmedUser,
  readKnownUser,
  watchKnownUser,
  writeKnownUser,
} from '../store/known-user.ts';
import { noteLeftovers } from '../store/leftovers.ts';
import type { UnsentWork } from './departing.ts';
import { queueEndTicket, sendEndTickets, sendEndTicketsAgain, storeEndTicket } from './end-tickets.ts';
import { allowHandover, forbidHandover, takeHandover } from './handover.ts';
import { checkMemory, isMemoryVouchedFor } from './memory.ts';
import { readSessionReply } from './session-reply.ts';
import { deriveSession, isSameSession, type Session } from './session-state.ts';
import { finishSignup } from './signup-draft.ts';
import { tellSignOuts } from './tell-sign-outs.ts';

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
const IDLE_PATIENCE_MS = 2_000;
let verifiedToken: string | null = null;
let isRestored = false;
let isSettled = false;
let current: Session = deriveSession({ verifiedToken, isRestored, isSettled });
const listeners = new Set<() => void>();

/** Returns the same object until something changes. */
export function getSession(): Session {
  return current;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
  watchAnswers(({ path, isReached, code }) => {
    if (isNewStep(code)) void verify();
    const isWaiting = current.state === 'signedIn' && !current.isVerified;
    if (isReached && isSettled && isWaiting && path !== accountEndpoints.me.path) void verify();
    if (isReached && isSettled) void sendEndTicketsAgain(path);
  });
  globalThis.addEventListener?.('online', () => {
    void verify();
    void tellSignOuts();
  });
  publish();
  const isKnown = readKnownUser() !== null;
  if (!isKnown) await restore();
  await finishDepartures();
  void tellSignOuts();
  // A device with a known user shows their data first; the server check and the crash recovery follow.
  if (isKnown) {
    await quietMoment();
    await restore();
  }
  await verify();
  isSettled = true;
  publish();
  // A device that may have lost its known user cannot conclude that a store is a leftover.
  if (isMemoryVouchedFor()) await noteLeftovers();
  await finishDepartures();
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
 * A crash brought back a user who had signed out. Until the mirror was read, this page took them for signed in,
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

function quietMoment(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: IDLE_PATIENCE_MS });
    else setTimeout(resolve, 0);
  });
}

/** Signs in. Rejects with a CallError or an Error whose message can be shown. */
export async function login(input: LoginInput): Promise<User> {
  const body = { ...input, email: normalizeEmail(input.email) };
  const answer = await exchange(accountEndpoints.login, { body, token: null });
  const { refusals } = accountEndpoints.login;
  return signIn(readSessionReply(answer, { refusals, defaultMessage: messages.loginFailed }));
}

/** As {@link login}, for the admin login. */
export async function adminLogin(input: LoginInput): Promise<User> {
  const body = { ...input, email: normalizeEmail(input.email) };
  const answer = await exchange(accountEndpoints.adminLogin, { body, token: null });
  const { refusals } = accountEndpoints.adminLogin;
  return signIn(
    readSessionReply(answer, { refusals, defaultMessage: messages.adminLoginFailed, mustBeAdmin: true }),
  );
}

/** Creates an account and signs in. Rejects like {@link login}. */
export async function register(input: RegisterInput): Promise<User> {
  const body = { ...input, name: input.name.trim(), email: normalizeEmail(input.email) };
  const answer = await exchange(accountEndpoints.register, { body, token: null });
  const { refusals } = accountEndpoints.register;
  return signIn(readSessionReply(answer, { refusals, defaultMessage: messages.registerFailed }));
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
  const answer = await exchange(accountEndpoints.changePassword, { params, body: input, token });
  if (answer.output === null) {
    const { refusals } = accountEndpoints.changePassword;
    throw new CallError(answer, { refusals, defaultMessage: messages.passwordFailed });
  }
  // A user who signed out meanwhile stays signed out.
  if (token === null || readToken() !== token) return;
  verifiedToken = answer.output.token;
  if (answer.output.endTicket !== undefined) storeEndTicket(answer.output.endTicket);
  writeToken(answer.output.token);
  const user = readKnownUser();
  if (user !== null && requiredStepOf(user) !== null) await refreshUser();
}

export type SignOutChoice = 'ifNothingUnsent' | 'keepUnsent' | 'discardUnsent';
export type SignOutResult = { readonly done: true } | ({ readonly done: false } & UnsentWork);

/**
 * Removes the user from this device: token, private store, downloaded media. Works offline. With
 * `ifNothingUnsent` it only returns the unsent or unsaved work if there is any; with `keepUnsent` only that
 * work stays, for this user's next login.
 *
 * @param userId the user who signs out; another user's data is not theirs to discard
 * @throws {StoreGoneError} if another user is signed in by then
 */
export async function signOut(userId: string, choice: SignOutChoice): Promise<SignOutResult> {
  if (readKnownUser() === null) {
    forbidHandover();
    queueEndTicket();
    removeToken();
    void tellSignOuts();
    return { done: true };
  }
  const departing = await import('./departing.ts');
  if (choice === 'ifNothingUnsent') {
    const work = await departing.findUnsentWork(userId);
    if (work.unsent.length > 0 || work.drafts > 0) return { done: false, ...work };
  }
  if (readKnownUser()?.id !== userId) throw new StoreGoneError();
  // Noted before anything is removed: if the page dies in between, the next start finishes it. Commands
  // queued after the check above stay and are not discarded.
  forbidHandover();
  noteDeparture({ userId, unsent: choice === 'discardUnsent' ? 'discard' : 'keep' });
  queueEndTicket();
  forgetKnownUser();
  removeToken();
  // Now or, without a network, later; nothing waits for it.
  void tellSignOuts();
  await departing.finish();
  return { done: true };
}

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
  isSettled = true;
  publish();
  void sendEndTickets();
  return user;
}

let verifying: Promise<void> | null = null;

function verify(): Promise<void> {
  verifying ??= askWhoIsHere().finally(() => {
    verifying = null;
  });
  return verifying;
}

async function askWhoIsHere(): Promise<void> {
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
    await (await import('./departing.ts')).finish();
  } catch {
    // The note stays, and so does the unsent work: the next start tries again.
  }
}

function publish(): void {
  const next = deriveSession({ verifiedToken, isRestored, isSettled });
  if (isSameSession(current, next)) return;
  // This tab's own data, such as a half-typed form, belongs to the user who signed out.
  if ('user' in current && !('user' in next && next.user.id === current.user.id)) clearTabItems();
  current = next;
  for (const listener of listeners) listener();
}

function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
