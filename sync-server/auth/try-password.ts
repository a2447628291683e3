import type { UserRow } from '../db/account-tables.ts';
import type { Deps } from '../deps.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import type { ApiError } from '../http/reply/api-error.ts';
import { isRightPassword } from '../passwords/is-right-password.ts';
import { loginLimits } from '../passwords/login-limits.ts';
import { networkOf } from '../security/client-address.ts';
import type { SignInPlace } from './sign-in-networks.ts';

interface Try {
  readonly email: string;
  readonly password: string;
  readonly place: SignInPlace;
  /** The account with this email; undefined when there is none. */
  readonly user: UserRow | undefined;
}

interface TriedPassword {
  readonly isRight: boolean;
  /** The counters that the attempt was counted on. */
  readonly counters: readonly Limited[];
  /**
   * Set when the address has used up its attempts: the reply to a wrong password, the same for every
   * account.
   */
  readonly refusal: ApiError | null;
}

/**
 * Counts and checks a password. An address that has used up its attempts is rejected, except for accounts
 * that signed in from its network or on this device before: one pupil's wrong passwords do not lock out a school. The attempts
 * on one account from one address remain limited for these accounts too. Throws ApiError.
 */
export async function tryPassword(deps: Deps, { email, password, place, user }: Try): Promise<TriedPassword> {
  const { address } = place;
  const { byAddress, byAccount } = loginLimits(email, address);
  const counters = [byAddress, byAccount];
  const refusal = await deps.limits.findRefusal([byAddress]);
  const isKnown = (await deps.signInNetworks.find(user?.id, place)) !== null;
  if (refusal !== null && !isKnown) throw refusal;
  await deps.limits.consume([byAccount]);
  // Known accounts have a lane of their own, so strangers in the same network do not delay them.
  const lane = isKnown ? `${networkOf(address)} known` : networkOf(address);
  const check = () => isRightPassword(deps, user, { typed: password, lane });
  const isRight = await deps.limits.refundOnError(counters, check);
  return { isRight, counters, refusal };
}
