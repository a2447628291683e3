import type { ErrorCode } from '#schema/errors.ts';
import { messages } from '#schema/messages.ts';
import { ApiError } from '../http/api-error.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws ApiError (`code`) that says why, when a chosen password is among those that everybody tries first. */
export function requireUncommon(password: string, field: string, code: ErrorCode = 'invalid_input'): void {
  if (!isCommonPassword(password)) return;
  const message = messages.passwordTooCommon;
  throw new ApiError(code, { message, fields: { [field]: message } });
}
