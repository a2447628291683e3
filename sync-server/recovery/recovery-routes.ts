import { v7 as uuidv7 } from 'uuid';
import { endpoints } from '#schema/endpoints.ts';
import { RESET_CODE_LIFETIME_SECONDS, RESET_CODE_RESEND_SECONDS, RESET_CODE_TRIES } from '#schema/limits.ts';
import { ForgotPasswordInput, ResetPasswordInput, VerifyOtpInput } from '#schema/recovery.ts';
import { endHandover } from '../auth/handover-cookie.ts';
import { hashOf, loginLimits } from '../auth/login-limits.ts';
import { requireUncommon } from '../auth/require-uncommon.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/api-error.ts';
import { addressOf, openRoute, type Route } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Limited } from '../http/rate-limits.ts';
import { readJsonBody } from '../http/read-body.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import { setPassword } from '../users/password-queries.ts';
import { passwordChangedMail, resetCodeMail } from './recovery-mails.ts';
import {
  closeRequest,
  findAddressee,
  findTokenOwner,
  insertToken,
  replaceRequest,
  takeToken,
  takeTry,
  voidRecovery,
} from './recovery-queries.ts';

const LIFETIME_MS = RESET_CODE_LIFETIME_SECONDS * 1_000;
const RESEND_MS = RESET_CODE_RESEND_SECONDS * 1_000;
const SUCCESS = JSON.stringify({ success: true });

/**
 * A forgotten password: a code by mail, the code for a token, the token for a new password.
 * No answer, and no time that an answer takes, tells whether an email has an account: an unknown one
 * gets a request, tries and a message of its own, the latter to nobody.
 */
export function recoveryRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.forgotPassword, (c) => forgotPassword(deps, c)),
    openRoute(endpoints.verifyOtp, (c) => verifyOtp(deps, c)),
    openRoute(endpoints.resetPassword, (c) => resetPassword(deps, c)),
  ];
}

async function forgotPassword(deps: Deps, c: AppContext): Promise<Response> {
  const { email } = parseInput(ForgotPasswordInput, await readJsonBody(c));
  const address = addressOf(deps, c);
  await deps.limits.consume([
    { limit: 'recoveryByAddress', key: address },
    { limit: 'recoveryByAccountAndAddress', key: `${hashOf(email)} ${address}` },
    { limit: 'recoveryByAccount', key: hashOf(email) },
  ]);
  const isSent = await inTransaction(deps.db, (trx) => sendCode(deps, trx, email));
  deps.log.info({ requestId: c.get('requestId'), address, isSent }, 'reset code asked for');
  deps.mails.wake();
  return jsonReply(c, SUCCESS);
}

/** Makes a code and the message with it, unless the last code is younger than a minute. */
async function sendCode(deps: Deps, trx: Trx, email: string): Promise<boolean> {
  const { resetSecrets, config } = deps;
  const now = deps.clock.now().getTime();
  const createdAt = new Date(now).toISOString();
  const expiresAt = new Date(now + LIFETIME_MS).toISOString();
  const user = await findAddressee(trx, email);
  const id = uuidv7();
  const code = resetSecrets.makeCode();
  const isNew = await replaceRequest(
    trx,
    {
      id,
      emailHash: resetSecrets.hashEmail(email),
      userId: user?.id ?? null,
      codeHash: resetSecrets.hashCode(id, code),
      triesLeft: RESET_CODE_TRIES,
      createdAt,
      expiresAt,
    },
    new Date(now - RESEND_MS).toISOString(),
  );
  if (!isNew) return false;
  const content = resetCodeMail({ name: user?.name ?? 'nobody', code, publicUrl: config.publicUrl });
  const to = user === undefined ? nobody : ({ kind: 'resetCode', recipient: user.email } as const);
  await deps.mails.enqueue(trx, { ...to, content, createdAt, expiresAt });
  return true;
}

const nobody = { kind: 'nobody', recipient: '' } as const;

async function verifyOtp(deps: Deps, c: AppContext): Promise<Response> {
  const { email, otp } = parseInput(VerifyOtpInput, await readJsonBody(c));
  const address = addressOf(deps, c);
  const counters: Limited[] = [
    { limit: 'resetCodeByAddress', key: address },
    { limit: 'resetCodeByAccountAndAddress', key: `${hashOf(email)} ${address}` },
  ];
  await deps.limits.consume(counters);
  const resetToken = await inTransaction(deps.db, (trx) => exchangeCode(deps, trx, { email, otp }));
  const event = { requestId: c.get('requestId'), address };
  if (resetToken === null) {
    deps.log.warn(event, 'reset code refused');
    throw new ApiError('reset_code_invalid');
  }
  deps.log.info(event, 'reset code accepted');
  await deps.limits.forgive(counters);
  return jsonReply(c, JSON.stringify({ resetToken }));
}

/** A token for the right code, else null. Throws nothing: a wrong try stays counted. */
async function exchangeCode(deps: Deps, trx: Trx, { email, otp }: VerifyOtpInput): Promise<string | null> {
  const { resetSecrets } = deps;
  const now = deps.clock.now();
  const createdAt = now.toISOString();
  const request = await takeTry(trx, resetSecrets.hashEmail(email), createdAt);
  if (request === undefined) return null;
  const isRight = resetSecrets.matchesCode(request.codeHash, request.id, otp);
  if (!isRight || request.userId === null) return null;
  await closeRequest(trx, request.emailHash);
  const token = resetSecrets.makeToken();
  await insertToken(trx, {
    tokenHash: resetSecrets.hashToken(token),
    userId: request.userId,
    createdAt,
    expiresAt: new Date(now.getTime() + LIFETIME_MS).toISOString(),
  });
  return token;
}

async function resetPassword(deps: Deps, c: AppContext): Promise<Response> {
  const input = parseInput(ResetPasswordInput, await readJsonBody(c));
  const address = addressOf(deps, c);
  const counters: Limited[] = [{ limit: 'resetTokenByAddress', key: address }];
  await deps.limits.consume(counters);
  const tokenHash = deps.resetSecrets.hashToken(input.resetToken);
  const owner = await findTokenOwner(deps.db, tokenHash, deps.clock.now().toISOString());
  if (owner === undefined) throw new ApiError('reset_session_invalid');
  requireUncommon(input.newPassword, 'newPassword');
  const passwordHash = await deps.passwords.hash(input.newPassword);
  const at = deps.clock.now().toISOString();
  const isDone = await inTransaction(deps.db, async (trx) => {
    if (!(await takeToken(trx, tokenHash, at))) return false;
    await setPassword(trx, { userId: owner.id, passwordHash, at });
    await voidRecovery(trx, owner.id);
    const content = passwordChangedMail(owner.name, deps.config.publicUrl);
    await deps.mails.enqueue(trx, {
      kind: 'passwordChanged',
      recipient: owner.email,
      content,
      createdAt: at,
    });
    return true;
  });
  if (!isDone) throw new ApiError('reset_session_invalid');
  deps.mails.wake();
  deps.log.info({ requestId: c.get('requestId'), address, userId: owner.id }, 'password reset');
  await deps.limits.forgive(counters);
  await deps.limits.clear(loginLimits(owner.email, address).filter((one) => one.limit === 'loginByAccount'));
  return jsonReply(c, SUCCESS, { headers: endHandover(deps, c) });
}
