import { type RequiredStep, requiredStepCodes } from '#schema/account/required-step.ts';
import type { User } from '#schema/account/user.ts';
import type { Deps } from '../deps.ts';
import { isFactorOn } from '../sessions/factor-queries.ts';
import type { CallerRow, UserInEpoch } from '../sessions/user-queries.ts';
import { ApiError } from './reply/api-error.ts';

/** Returns the step that an account must complete first; null for none. Runs with every request. */
export async function findRequiredStep(
  { db, config }: Deps,
  row: Pick<CallerRow, 'id' | 'role' | 'mustChangePassword'>,
): Promise<RequiredStep | null> {
  if (row.mustChangePassword === 1) return 'password';
  if (config.requireSecondFactor !== 'admins' || row.role !== 'admin') return null;
  return (await isFactorOn(db, row.id)) ? null : 'secondFactor';
}

/** The 403 for a caller with an open step. It leaves no receipt: the same request succeeds afterwards. */
export function stepRefusal(step: RequiredStep): ApiError {
  return new ApiError(requiredStepCodes[step]);
}

/** The user data that is sent at sign-in and at each start of the app. */
export async function withRequiredStep(
  deps: Deps,
  row: CallerRow,
  { user, epoch }: UserInEpoch,
): Promise<User> {
  const requiredStep = await findRequiredStep(deps, row);
  const accountProof = deps.accountProofs.issue(user, epoch);
  return requiredStep === null ? { ...user, accountProof } : { ...user, accountProof, requiredStep };
}
