import type { User } from './user.ts';

/**
 * What an account must do before it may do anything else: replace a generated password, or turn on two-step
 * sign-in where the installation requires it.
 */
export type RequiredStep = 'password' | 'secondFactor';

/** The code of the 403 that every other call returns until the step is done. */
export const requiredStepCodes = {
  password: 'password_change_required',
  secondFactor: 'second_factor_setup_required',
} as const satisfies Readonly<Record<RequiredStep, string>>;

/** The step that a refusal asks for; null for every other refusal. */
export function stepOfCode(code: string | null | undefined): RequiredStep | null {
  if (code === requiredStepCodes.password) return 'password';
  return code === requiredStepCodes.secondFactor ? 'secondFactor' : null;
}

/** The step that an account has to do; null for none, and for one that this version does not know. */
export function requiredStepOf({ requiredStep }: Pick<User, 'requiredStep'>): RequiredStep | null {
  return requiredStep === 'password' || requiredStep === 'secondFactor' ? requiredStep : null;
}
