import { normalizePassword } from '#schema/account/password.ts';
import { PasswordInput } from '#schema/account/profile.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { issueToken } from '../auth/begin-session.ts';
import { issueHandover } from '../auth/handover/handover-cookie.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import { parseInput } from '../http/parse-input.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError, sessionEnded } from '../http/reply/api-error.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { isRightPassword } from '../passwords/is-right-password.ts';
import { changePassword, findPasswordOwner } from '../passwords/password-queries.ts';
import { requireUncommon } from '../passwords/require-uncommon.ts';
import { afterNewPassword } from '../recovery/after-new-password.ts';
import { secondFactorLimits } from '../second-factor/second-factor-limits.ts';
import { networkOf } from '../security/client-address.ts';
import { endAllSessions, findDeviceId } from '../sessions/session-queries.ts';
import type { CallerRow } from '../sessions/user-queries.ts';

/**
 * Changes the user's own password: every other session ends, this one continues with the token in the reply.
 */
export function passwordRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.changePassword, async (c, caller) => {
      const row = await change(deps, c, caller);
      const begun = { user: row, session: caller.session };
      const body = JSON.stringify({ success: true, ...(await issueToken(deps, begun)) });
      return jsonReply(c, body, { cookies: await issueHandover(deps, c, begun) });
    }),
  ];
}

async function change(deps: Deps, c: AppContext, caller: Caller): Promise<CallerRow> {
  const input = parseInput(PasswordInput, await readJsonBody(c));
  const counters: Limited[] = [{ limit: 'passwordByUser', key: caller.id }];
  await deps.limits.consume(counters);
  const owner = await findPasswordOwner(deps.db, caller.id);
  if (owner === undefined) throw sessionEnded();
  const address = clientAddressOf(deps, c);
  const lane = networkOf(address);
  const event = { requestId: c.get('requestId'), address, userId: caller.id };
  const check = () => isRightPassword(deps, owner, { typed: input.currentPassword, lane });
  if (!(await deps.limits.refundOnError(counters, check))) {
    deps.log.warn(event, 'password change refused');
    throw new ApiError('wrong_current_password', {
      fields: { currentPassword: messages.currentPasswordWrong },
    });
  }
  await deps.limits.refund(counters);
  requireUncommon({ password: input.newPassword, owner, field: 'newPassword' });
  requireAnother(caller, input);
  const passwordHash = await deps.passwords.hash(input.newPassword, lane);
  const at = deps.clock.now().toISOString();
  const row = await inTransaction(deps.db, async (trx) => {
    const changed = await changePassword(trx, { userId: caller.id, passwordHash, at }, caller.tokenVersion);
    if (changed === undefined) return undefined;
    await endAllSessions(trx, { userId: caller.id, at }, caller.session?.id ?? null);
    await afterNewPassword(trx, deps, { ...owner, id: caller.id, at });
    return changed;
  });
  if (row === undefined) throw sessionEnded();
  deps.mails.scheduleDrain();
  // These attempts were used up with the password that has just been replaced.
  await deps.limits.clear(secondFactorLimits(caller.id));
  deps.log.info(event, 'password changed');
  const deviceId = caller.session && (await findDeviceId(deps.db, caller.session.id));
  await deps.signInNetworks.record(caller.id, { address, deviceId });
  return row;
}

/** A generated password that stays the same would only look as if it had been changed. */
function requireAnother({ requiredStep }: Caller, input: PasswordInput): void {
  if (requiredStep !== 'password' || input.newPassword !== normalizePassword(input.currentPassword)) return;
  const message = serverMessages.passwordUnchanged;
  throw new ApiError('invalid_input', { message, fields: { newPassword: message } });
}
