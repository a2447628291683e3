import { hashOf } from '../auth/passwords/login-limits.ts';
import type { Deps } from '../deps.ts';
import type { Limited } from '../http/limits/rate-limits.ts';

interface Requester {
  readonly email: string;
  readonly address: string;
  /** The account with this email, if there is one. */
  readonly userId: string | undefined;
}

/** Counts a request for a code. Throws ApiError 429. */
export function admitRequest(deps: Deps, requester: Requester): Promise<readonly Limited[]> {
  const { email, address } = requester;
  const account = hashOf(email);
  const common: Limited[] = [
    { limit: 'recoveryByAddress', key: address },
    { limit: 'recoveryByAccountAndAddress', key: `${account} ${address}` },
    { limit: 'recoveryByAccount', key: account },
  ];
  return admit(deps, requester, { common, reserved: [{ limit: 'recoveryByKnownAccount', key: account }] });
}

/** Counts an attempt at a code that names no request. Throws ApiError 429. */
export function admitPlainTry(deps: Deps, requester: Requester): Promise<readonly Limited[]> {
  const { email, address } = requester;
  const account = hashOf(email);
  const common: Limited[] = [
    { limit: 'resetCodeByAddress', key: address },
    { limit: 'resetCodeByAccountAndAddress', key: `${account} ${address}` },
    { limit: 'resetCodeByAccount', key: account },
  ];
  return admit(deps, requester, { common, reserved: [{ limit: 'resetCodeByKnownAccount', key: account }] });
}

interface Shares {
  readonly common: readonly Limited[];
  /** Counted instead when the shared attempts are used up, in networks where the account signed in before. */
  readonly reserved: readonly Limited[];
}

/** Refunds the counted attempts. */
async function admit(deps: Deps, { userId, address }: Requester, { common, reserved }: Shares) {
  const isKnown = await deps.signInNetworks.isKnown(userId, address);
  const refusal = await deps.limits.findRefusal(common);
  if (refusal === null) return common;
  if (!isKnown) throw refusal;
  await deps.limits.consume(reserved);
  return reserved;
}
