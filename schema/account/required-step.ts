import type { User } from './user.ts';

/**
 * A step that an account must complete before any other action: replacing a generated password, or turning on
 * two-step sign-in where the installation requires it.
 */
export type RequiredStep = 'password' | 'secondFactor';

/** The code of the 403 that every other call returns until the step is done. */
export const requiredStepCodes = {
  password: 'password_change_required',
  secondFactor: 'second_factor_setup_required',
} as const satisfies Readonly<Record<RequiredStep, string>>;

/** The step that a refusal requires; null for every other refusal. */
export function stepOfCode(code: string | null | undefined): RequiredStep | null {
  if (code === requiredStepCodes.password) return 'password';
  return code === requiredStepCodes.secondFactor ? 'secondFactor' : null;
}

/** The pending step of an account; null for none, and for one that this version does not know. */
export function requiredStepOf({ requiredStep }: Pick<User, 'requiredStep'>): RequiredStep | null {
  return requiredStep === 'password' || requiredStep === 'secondFactor' ? requiredStep : null;
}
