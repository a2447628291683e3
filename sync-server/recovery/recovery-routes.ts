import { ForgotPasswordInput, ResetPasswordInput, VerifyOtpInput } from '#schema/account/recovery.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { endHandover } from '../auth/handover/handover-cookie.ts';
import { signInPlaceOf } from '../auth/sign-in-place.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { openRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { loginLimits } from '../passwords/login-limits.ts';
import { setPassword } from '../passwords/password-queries.ts';
import { requireUncommon } from '../passwords/require-uncommon.ts';
import { secondFactorLimits } from '../second-factor/second-factor-limits.ts';
import { networkOf } from '../security/client-address.ts';
import { endAllSessions } from '../sessions/session-queries.ts';
import { afterNewPassword } from './after-new-password.ts';
import { exchangeCode } from './exchange-code.ts';
import { admitRequest } from './recovery-limits.ts';
import { findAddressee, findTokenOwner, takeToken } from './recovery-queries.ts';
import { requestResetCode } from './request-reset-code.ts';

const SUCCESS = JSON.stringify({ success: true });

/**
 * Password recovery: a code by mail, the code for a token, the token for a new password. No reply, and no
 * time of a reply, reveals whether an email has an account: an unknown one gets a request, attempts and a
 * message of its own, which is never sent.
 */
export function recoveryRoutes(deps: Deps): Route[] {
  return [
    openRoute(endpoints.forgotPassword, (c) => forgotPassword(deps, c)),
    openRoute(endpoints.verifyOtp, (c) => verifyOtp(deps, c)),
    openRoute(endpoints.resetPassword, (c) => resetPassword(deps, c)),
  ];
}

async function forgotPassword(deps: Deps, c: AppContext): Promise<Response> {
  const input = parseInput(ForgotPasswordInput, await readJsonBody(c));
  const place = signInPlaceOf(deps, c);
  const { address } = place;
  const user = await findAddressee(deps.db, input.email);
  await admitRequest(deps, { email: input.email, place, userId: user?.id });
  const { requestId, isSent } = await inTransaction(deps.db, (trx) =>
    requestResetCode(deps, trx, { ...input, user, address }),
  );
  deps.log.info({ requestId: c.get('requestId'), address, isSent }, 'reset code requested');
  deps.mails.scheduleDrain();
  return jsonReply(c, JSON.stringify({ success: true, requestId }));
}

async function verifyOtp(deps: Deps, c: AppContext): Promise<Response> {
  const input = parseInput(VerifyOtpInput, await readJsonBody(c));
  const place = signInPlaceOf(deps, c);
  const resetToken = await exchangeCode(deps, { ...input, place });
  const event = { requestId: c.get('requestId'), address: place.address };
  if (resetToken === null) {
    deps.log.warn(event, 'reset code refused');
    throw new ApiError('reset_code_invalid');
  }
  deps.log.info(event, 'reset code accepted');
  return jsonReply(c, JSON.stringify({ resetToken }));
}

async function resetPassword(deps: Deps, c: AppContext): Promise<Response> {
  const input = parseInput(ResetPasswordInput, await readJsonBody(c));
  const address = clientAddressOf(deps, c);
  const tokenHash = deps.resetSecrets.hashToken(input.resetToken);
  const owner = await findTokenOwner(deps.db, tokenHash, deps.clock.now().toISOString());
  if (owner === undefined) {
    // Only unknown tokens are counted, so no attempt of others blocks the valid token of a user.
    await deps.limits.consume([{ limit: 'resetTokenByAddress', key: address }]);
    throw new ApiError('reset_session_invalid');
  }
  requireUncommon({ password: input.newPassword, owner, field: 'newPassword' });
  const passwordHash = await deps.passwords.hash(input.newPassword, networkOf(address));
  const at = deps.clock.now().toISOString();
  const isDone = await inTransaction(deps.db, async (trx) => {
    if (!(await takeToken(trx, tokenHash, at))) return false;
    await setPassword(trx, { userId: owner.id, passwordHash, at });
    await endAllSessions(trx, { userId: owner.id, at }, null);
    await afterNewPassword(trx, deps, { ...owner, at });
    return true;
  });
  if (!isDone) throw new ApiError('reset_session_invalid');
  deps.mails.scheduleDrain();
  deps.log.info({ requestId: c.get('requestId'), address, userId: owner.id }, 'password reset');
  await deps.limits.clear(secondFactorLimits(owner.id));
  await deps.limits.clear([loginLimits(owner.email, address).byAccount]);
  return jsonReply(c, SUCCESS, { cookies: endHandover(deps, c) });
}
