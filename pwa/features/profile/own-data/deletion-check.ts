import { CallError } from '#pwa/api/call.ts';
import { normalizeEmail } from '#schema/account/email.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';

export interface DeletionProblems {
  readonly email?: string;
  readonly password?: string;
}

/** The message beside each field that does not fit; `typed` has to be the email of the account. */
export function findDeletionProblems(
  { typed, password }: { readonly typed: string; readonly password: string },
  email: string,
): DeletionProblems {
  return {
    ...(normalizeEmail(typed) === email ? {} : { email: `Type the email of this account: ${email}` }),
    ...(password === '' ? { password: 'Please enter your password' } : {}),
  };
}

/** The server's message about the password. */
export function problemsOf(error: unknown): DeletionProblems {
  const password = error instanceof CallError ? error.fields.password : undefined;
  return password === undefined ? {} : { password };
}

/** Why the account was not deleted; null if a field says it. */
export function sentenceOf(error: unknown): string | null {
  return problemsOf(error).password === undefined ? describeFailure(error) : null;
}
