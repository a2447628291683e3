import type { SecondFactorOffer } from '#schema/account/passkeys.ts';
import type { ErrorCode } from '#schema/messages/errors.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { hasApp, isFactorOn } from '../sessions/factor-queries.ts';
import { acceptProof, type Proof } from './accept-proof.ts';
import { offerPasskeys } from './passkeys/offer-passkeys.ts';

const SIGN_IN = 'signIn';

interface SignIn {
  readonly userId: string;
  /** Sent with the credentials; null in the first attempt. */
  readonly proof: Proof | null;
  /** For the log. */
  readonly event: object;
}

/**
 * The second step of a sign-in, after the password was verified. Returns at once for accounts without it. Throws
 * ApiError 401 `second_factor_required` without a proof, `second_factor_invalid` or `passkey_invalid` for a wrong one,
 * and 429. The first and the third offer the factors of the account, with a new challenge for its passkeys.
 */
export async function requireSecondFactor(deps: Deps, { userId, proof, event }: SignIn): Promise<void> {
  if (!(await isFactorOn(deps.db, userId))) return;
  if (proof === null) throw await refuse(deps, userId, 'second_factor_required');
  try {
    await acceptProof(deps, { userId, proof, scope: SIGN_IN, event });
  } catch (error) {
    const isOffered = error instanceof ApiError && error.code === 'passkey_invalid';
    throw isOffered ? await refuse(deps, userId, error.code) : error;
  }
}

async function refuse(deps: Deps, userId: string, code: ErrorCode): Promise<ApiError> {
  const secondFactor: SecondFactorOffer = {
    hasApp: await hasApp(deps.db, userId),
    passkey: await offerPasskeys(deps, { userId, scope: SIGN_IN }),
  };
  return new ApiError(code, { secondFactor });
}
