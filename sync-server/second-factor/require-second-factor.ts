import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { acceptCode } from './accept-code.ts';
import { isFactorOn } from './second-factor-queries.ts';

interface SignIn {
  readonly userId: string;
  /** The code sent with the credentials; undefined in the first attempt. */
  readonly code: string | undefined;
  /** For the log. */
  readonly event: object;
}

/**
 * The second step of a sign-in, after the password was verified. Returns at once for accounts without it.
 * Throws ApiError 401 `second_factor_required` without a code, `second_factor_invalid` for a wrong one, and
 * 429.
 */
export async function requireSecondFactor(deps: Deps, { userId, code, event }: SignIn): Promise<void> {
  if (!(await isFactorOn(deps.db, userId))) return;
  if (code === undefined) throw new ApiError('second_factor_required');
  await acceptCode(deps, { userId, code, event });
}
