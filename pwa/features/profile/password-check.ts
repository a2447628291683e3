import * as v from 'valibot';
import { messages } from '#schema/messages.ts';
import { NewPassword } from '#schema/user.ts';

export interface PasswordFields {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
}
export type PasswordFieldName = keyof PasswordFields;
export type PasswordProblems = Partial<Record<PasswordFieldName, string>>;

export const passwordFieldNames: readonly PasswordFieldName[] = [
  'currentPassword',
  'newPassword',
  'confirmation',
];

/** What is wrong with a change of password, a sentence per field; empty when it may be sent (section 5). */
export function findPasswordProblems(fields: PasswordFields): PasswordProblems {
  const { currentPassword, newPassword, confirmation } = fields;
  const parsed = v.safeParse(NewPassword, newPassword, { abortPipeEarly: true });
  return {
    ...(currentPassword === '' ? { currentPassword: 'Please enter your current password' } : {}),
    ...(parsed.success ? {} : { newPassword: parsed.issues[0].message }),
    ...(newPassword === confirmation ? {} : { confirmation: messages.newPasswordsDiffer }),
  };
}

/** Of the server's sentences per field, those that belong to a field of this form. */
export function ownProblems(fields: Readonly<Record<string, string>>): PasswordProblems {
  const known = passwordFieldNames.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name]]],
  );
  return Object.fromEntries(known);
}
