import type { ChangeSecondFactorInput } from '#schema/account/second-factor.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { clientAddressOf } from '../http/client-address-of.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { AppContext } from '../http/reply.ts';
import { requirePassword } from '../passwords/require-password.ts';
import { isFactorOn } from '../sessions/factor-queries.ts';
import { acceptProof, proofOf } from './accept-proof.ts';
import { scopeOf } from './passkeys/challenge-queries.ts';
import type { SecondFactorEvent } from './second-factor-mails.ts';

/** Every change of the second factor needs the password: a session that was left open is not enough. */
export function requireOwnPassword(
  deps: Deps,
  c: AppContext,
  { caller, password }: { readonly caller: Caller; readonly password: string },
): Promise<{ readonly email: string; readonly name: string }> {
  const proof = { caller, password, field: 'currentPassword', refused: 'second factor change' };
  return requirePassword(deps, c, proof);
}

interface Change {
  readonly caller: Caller;
  readonly input: ChangeSecondFactorInput;
}

/**
 * A change of a second factor that is on needs one of its factors besides the password, which is consumed in the
 * transaction of the change. Throws ApiError 409 `second_factor_off`, 401 `second_factor_required` without a proof, and
 * as {@link acceptProof} does.
 */
export async function requireProof(
  deps: Deps,
  c: AppContext,
  { caller, input }: Change,
  andThen?: (trx: Trx) => Promise<void>,
): Promise<void> {
  if (!(await isFactorOn(deps.db, caller.id))) throw new ApiError('second_factor_off');
  const proof = proofOf(input.code, input.passkey);
  if (proof === null) throw new ApiError('second_factor_required');
  const scope = scopeOf('change', caller.session?.id);
  await acceptProof(deps, { userId: caller.id, proof, scope, event: eventOf(deps, c, caller) }, andThen);
}

const logged: Readonly<Record<SecondFactorEvent, string>> = {
  on: 'second factor turned on',
  appAdded: 'authenticator app added',
  appRemoved: 'authenticator app removed',
  passkeyAdded: 'passkey added',
  passkeyRemoved: 'passkey removed',
  off: 'second factor turned off',
  codesReplaced: 'recovery codes replaced',
  recoveryCodeUsed: 'recovery code used',
};

/** Logs an event and sends its mail, after the commit. */
export function reportChange(
  deps: Deps,
  c: AppContext,
  { caller, kind }: { readonly caller: Caller; readonly kind: SecondFactorEvent },
): void {
  deps.mails.scheduleDrain();
  deps.log.warn(eventOf(deps, c, caller), logged[kind]);
}

/** What a log line about the change names. */
export const eventOf = (deps: Deps, c: AppContext, { id }: Caller): object => ({
  requestId: c.get('requestId'),
  address: clientAddressOf(deps, c),
  userId: id,
});
