import * as v from 'valibot';
import { NewPassword, normalizePassword } from '#schema/account/password.ts';
import { messages } from '#schema/messages/messages.ts';

export interface NewPasswordFields {
  readonly password: string;
  readonly confirmation: string;
}
export type NewPasswordProblems = Partial<Record<keyof NewPasswordFields, string>>;

/** The problems of a new password; empty if it is valid (spec map, section 5). */
export function findNewPasswordProblems({ password, confirmation }: NewPasswordFields): NewPasswordProblems {
  const parsed = v.safeParse(NewPassword, password, { abortPipeEarly: true });
  return {
    ...(parsed.success ? {} : { password: parsed.issues[0].message }),
    ...(normalizePassword(password) === normalizePassword(confirmation)
      ? {}
      : { confirmation: messages.passwordsDiffer }),
  };
}
