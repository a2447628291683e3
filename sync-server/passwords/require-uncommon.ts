import type { ErrorCode } from '#schema/messages/errors.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isPersonalPassword, type PasswordOwner } from './personal-password.ts';

/** Why this password must not be chosen although its length is valid; null when it may be. */
export function findPasswordProblem(password: string, owner: PasswordOwner): string | null {
  if (isCommonPassword(password)) return serverMessages.passwordTooCommon;
  return isPersonalPassword(password, owner) ? serverMessages.passwordPersonal : null;
}

interface Chosen {
  readonly password: string;
  readonly owner: PasswordOwner;
  /** The input field that the message belongs to. */
  readonly field: string;
  readonly code?: ErrorCode;
}

/** Throws ApiError (`code`) that explains why a chosen password is too easy to guess. */
export function requireUncommon({ password, owner, field, code = 'invalid_input' }: Chosen): void {
  const message = findPasswordProblem(password, owner);
  if (message !== null) throw new ApiError(code, { message, fields: { [field]: message } });
}
