import { endpoints } from '#schema/endpoints.ts';
import { messages } from '#schema/messages.ts';
import { PasswordInput } from '#schema/profile.ts';
import { giveHandover } from '../auth/handover-cookie.ts';
import { requireUncommon } from '../auth/require-uncommon.ts';
import type { CallerRow } from '../auth/user-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError, sessionEnded } from '../http/api-error.ts';
import type { Caller } from '../http/caller.ts';
import { addressOf, type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Limited } from '../http/rate-limits.ts';
import { readJsonBody } from '../http/read-body.ts';
import { type AppContext, jsonReply } from '../http/reply.ts';
import { passwordChangedMail } from '../recovery/recovery-mails.ts';
import { voidRecovery } from '../recovery/recovery-queries.ts';
import { changePassword, findPasswordOwner } from './password-queries.ts';

/** Changing one's own password: every other session ends, this one goes on with the token of the answer. */
export function passwordRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.changePassword, async (c, caller) => {
      const row = await change(deps, c, caller);
      const token = await deps.sessions.issue(row, deps.clock.now());
      const headers = await giveHandover(deps, c, row);
      return jsonReply(c, JSON.stringify({ success: true, token }), { headers });
    }),
  ];
}

async function change(deps: Deps, c: AppContext, caller: Caller): Promise<CallerRow> {
  const input = parseInput(PasswordInput, await readJsonBody(c));
  const counters: Limited[] = [{ limit: 'passwordByUser', key: caller.id }];
  await deps.limits.consume(counters);
  const owner = await findPasswordOwner(deps.db, caller.id);
  if (owner === undefined) throw sessionEnded();
  const event = { requestId: c.get('requestId'), address: addressOf(deps, c), userId: caller.id };
  if (!(await deps.passwords.matches(owner.passwordHash, input.currentPassword))) {
    deps.log.warn(event, 'change of password refused');
    throw new ApiError('wrong_current_password', {
      fields: { currentPassword: messages.currentPasswordWrong },
    });
  }
  await deps.limits.forgive(counters);
  requireUncommon(input.newPassword, 'newPassword');
  const passwordHash = await deps.passwords.hash(input.newPassword);
  const at = deps.clock.now().toISOString();
  const row = await inTransaction(deps.db, async (trx) => {
    const changed = await changePassword(trx, { userId: caller.id, passwordHash, at }, caller.tokenVersion);
    if (changed === undefined) return undefined;
    await voidRecovery(trx, caller.id);
    const content = passwordChangedMail(owner.name, deps.config.publicUrl);
    await deps.mails.enqueue(trx, {
      kind: 'passwordChanged',
      recipient: owner.email,
      content,
      createdAt: at,
    });
    return changed;
  });
  if (row === undefined) throw sessionEnded();
  deps.mails.wake();
  deps.log.info(event, 'password changed');
  return row;
}
