import * as v from 'valibot';
import { deviceDraft } from '../device/form-draft.ts';

const SignupDraft = v.object({ name: v.string(), email: v.string() });

/** The text of the sign-up form, without the passwords, until the account exists. */
export const signupDraft = deviceDraft('carrel.signup-draft', SignupDraft);

/** Removes the draft once its account exists, whether this form created it or it existed before. */
export function finishSignup(email: string): void {
  const typed = signupDraft.read()?.email.trim().toLowerCase();
  if (typed === email.toLowerCase()) signupDraft.remove();
}
