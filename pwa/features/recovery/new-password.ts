import * as v from 'valibot';
import { messages } from '#schema/messages.ts';
import { NewPassword } from '#schema/user.ts';

export interface NewPasswordFields {
  readonly password: string;
  readonly confirmation: string;
}
export type NewPasswordProblems = Partial<Record<keyof NewPasswordFields, string>>;

/** What is wrong with a password that is to be set; empty when nothing is (section 5, Reset password). */
export function findNewPasswordProblems({ password, confirmation }: NewPasswordFields): NewPasswordProblems {
  const parsed = v.safeParse(NewPassword, password, { abortPipeEarly: true });
  return {
    ...(parsed.success ? {} : { password: parsed.issues[0].message }),
    ...(password === confirmation ? {} : { confirmation: messages.passwordsDiffer }),
  };
}
