import * as v from 'valibot';
import { NewPassword, normalizePassword } from '#schema/account/password.ts';
import { messages } from '#schema/messages/messages.ts';

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

/**
 * The problems of a change of password, one message per field; empty if it is valid (spec map, section 5).
 */
export function findPasswordProblems(fields: PasswordFields): PasswordProblems {
  const { currentPassword, newPassword, confirmation } = fields;
  const parsed = v.safeParse(NewPassword, newPassword, { abortPipeEarly: true });
  return {
    ...(currentPassword === '' ? { currentPassword: 'Please enter your current password' } : {}),
    ...(parsed.success ? {} : { newPassword: parsed.issues[0].message }),
    ...(normalizePassword(newPassword) === normalizePassword(confirmation)
      ? {}
      : { confirmation: messages.newPasswordsDiffer }),
  };
}

/** The server's messages about fields of this form. */
export function ownProblems(fields: Readonly<Record<string, string>>): PasswordProblems {
  const known = passwordFieldNames.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name]]],
  );
  return Object.fromEntries(known);
}
