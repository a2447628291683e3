import { messages } from '#schema/messages/messages.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import { ApiError, sessionEnded } from '../http/reply/api-error.ts';
import type { AppContext } from '../http/reply.ts';
import { networkOf } from '../security/client-address.ts';
import { isRightPassword } from './is-right-password.ts';
import { findPasswordOwner } from './password-queries.ts';

interface Proof {
  readonly caller: Caller;
  readonly password: string;
  /** The field of the request that has it. */
  readonly field: string;
  /** The action that is refused, for the log. */
  readonly refused: string;
}

/**
 * For changes that a session which was left open must not be enough for. Throws ApiError 401 `wrong_current_password`,
 * 429 after too many wrong ones.
 */
export async function requirePassword(
  deps: Deps,
  c: AppContext,
  { caller, password, field, refused }: Proof,
): Promise<{ readonly email: string; readonly name: string }> {
  const counters: Limited[] = [{ limit: 'passwordByUser', key: caller.id }];
  await deps.limits.consume(counters);
  const owner = await findPasswordOwner(deps.db, caller.id);
  if (owner === undefined) throw sessionEnded();
  const address = clientAddressOf(deps, c);
  const lane = networkOf(address);
  const check = () => isRightPassword(deps, owner, { typed: password, lane });
  if (!(await deps.limits.refundOnError(counters, check))) {
    deps.log.warn({ requestId: c.get('requestId'), address, userId: caller.id }, `${refused} refused`);
    throw new ApiError('wrong_current_password', { fields: { [field]: messages.currentPasswordWrong } });
  }
  await deps.limits.refund(counters);
  return owner;
}
