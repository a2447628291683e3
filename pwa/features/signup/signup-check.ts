import * as v from 'valibot';
import { messages } from '#schema/messages.ts';
import { Email, Name, NewPassword } from '#schema/user.ts';

export interface SignupFields {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
}

export type SignupField = keyof SignupFields;
export type SignupProblems = Partial<Record<SignupField, string>>;

/** The fields as they stand on the screen, top to bottom. */
export const signupFields: readonly SignupField[] = ['name', 'email', 'password', 'confirmation'];

const parsers = { name: Name, email: Email, password: NewPassword } as const;

/** What is wrong with what was typed, a sentence per field; empty when it may be sent (section 5, Sign up). */
export function findSignupProblems(fields: SignupFields): SignupProblems {
  const problems: SignupProblems = {};
  for (const name of ['name', 'email', 'password'] as const) {
    const parsed = v.safeParse(parsers[name], fields[name], { abortEarly: true, abortPipeEarly: true });
    if (!parsed.success) problems[name] = fields[name] === '' ? missing[name] : parsed.issues[0].message;
  }
  if (fields.password !== fields.confirmation) problems.confirmation = messages.passwordsDiffer;
  return problems;
}

const missing = {
  name: 'Please enter your name',
  email: 'Please enter your email',
  password: 'Please choose a password',
} as const;

/** Of the server's sentences per field, those that belong to a field of this screen. */
export function ownProblems(fields: Readonly<Record<string, string>>): SignupProblems {
  const known = signupFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  return Object.fromEntries(known);
}
