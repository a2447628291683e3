import * as v from 'valibot';
import { Email } from '#schema/account/email.ts';
import { NewPassword, normalizePassword } from '#schema/account/password.ts';
import { Name } from '#schema/account/user.ts';
import { messages } from '#schema/messages/messages.ts';

export interface SignupFields {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export type SignupField = keyof SignupFields;
export type SignupProblems = Partial<Record<SignupField, string>>;

/** The fields in their order on the screen. */
export const signupFields: readonly SignupField[] = ['name', 'email', 'password', 'confirmation'];

const parsers = { name: Name, email: Email, password: NewPassword } as const;

/** The problems of the input, one message per field; empty if it is valid (spec map, section 5). */
export function findSignupProblems(fields: SignupFields): SignupProblems {
  const problems: SignupProblems = {};
  for (const name of ['name', 'email', 'password'] as const) {
    const parsed = v.safeParse(parsers[name], fields[name], { abortEarly: true, abortPipeEarly: true });
    if (!parsed.success) problems[name] = fields[name] === '' ? missing[name] : parsed.issues[0].message;
  }
  if (normalizePassword(fields.password) !== normalizePassword(fields.confirmation))
    problems.confirmation = messages.passwordsDiffer;
  return problems;
}

const missing = {
  name: 'Please enter your name',
  email: 'Please enter your email',
  password: 'Please choose a password',
} as const;

/** The server's messages about fields of this screen. */
export function ownProblems(fields: Readonly<Record<string, string>>): SignupProblems {
  const known = signupFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  return Object.fromEntries(known);
}
