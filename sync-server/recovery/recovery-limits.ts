import type { SignInPlace } from '../auth/sign-in-networks.ts';
import type { Deps } from '../deps.ts';
import type { Limited } from '../http/limits/rate-limits.ts';
import { hashOf } from '../passwords/login-limits.ts';

interface Requester {
  readonly email: string;
  readonly place: SignInPlace;
  /** The account with this email, if there is one. */
  readonly userId: string | undefined;
}

/** Counts a request for a code. Throws ApiError 429. */
export function admitRequest(deps: Deps, requester: Requester): Promise<readonly Limited[]> {
  const { email, place } = requester;
  const account = hashOf(email);
  const common: Limited[] = [
    { limit: 'recoveryByAddress', key: place.address },
    { limit: 'recoveryByAccountAndAddress', key: `${account} ${place.address}` },
    { limit: 'recoveryByAccount', key: account },
  ];
  return admit(deps, requester, { common, reserved: 'recoveryByKnownAccount' });
}

/** Counts an attempt at a code that names no request. Throws ApiError 429. */
export function admitPlainTry(deps: Deps, requester: Requester): Promise<readonly Limited[]> {
  const { email, place } = requester;
  const account = hashOf(email);
  const common: Limited[] = [
    { limit: 'resetCodeByAddress', key: place.address },
    { limit: 'resetCodeByAccountAndAddress', key: `${account} ${place.address}` },
    { limit: 'resetCodeByAccount', key: account },
  ];
  return admit(deps, requester, { common, reserved: 'resetCodeByKnownAccount' });
}

interface Shares {
  readonly common: readonly Limited[];
  /** Counted instead when the shared attempts are used up, where the account signed in before. */
  readonly reserved: Limited['limit'];
}

/**
 * A device on which the account signed in has a share of its own, which others in a network of the account cannot use
 * up. Refunds the counted attempts.
 */
async function admit(deps: Deps, { userId, email, place }: Requester, { common, reserved }: Shares) {
  const known = await deps.signInNetworks.find(userId, place);
  const refusal = await deps.limits.findRefusal(common);
  if (refusal === null) return common;
  if (known === null) throw refusal;
  const sharedBy = known === 'device' ? `${email}\n${place.deviceId}` : email;
  const share: Limited[] = [{ limit: reserved, key: hashOf(sharedBy) }];
  await deps.limits.consume(share);
  return share;
}
