import * as v from 'valibot';
import { messages } from '../messages/messages.ts';
import { Email } from './email.ts';
import { NewPassword } from './password.ts';

/** Identifies a request for a code, which has its own code and attempts (docs/why/security.md). */
const RequestId = v.pipe(v.string(), v.maxLength(128));

/** With the id of an earlier request the code is sent again for that one. */
export const ForgotPasswordInput = v.object({ email: Email, requestId: v.optional(RequestId) });
export type ForgotPasswordInput = v.InferOutput<typeof ForgotPasswordInput>;

export const ForgotPasswordReply = v.object({ success: v.literal(true), requestId: v.string() });

/** Six digits, as mailed (spec map, section 9). */
export const ResetCode = v.pipe(v.string(), v.regex(/^\d{6}$/, messages.otpInvalid));

/** A missing code shows the same sentence as a wrong one. */
export const VerifyOtpInput = v.object({
  email: Email,
  otp: v.optional(ResetCode, ''),
  requestId: v.optional(RequestId),
});
export type VerifyOtpInput = v.InferOutput<typeof VerifyOtpInput>;

export const VerifyOtpReply = v.object({ resetToken: v.string() });

export const ResetPasswordInput = v.object({
  resetToken: v.optional(
    v.pipe(
      v.string(messages.resetSessionInvalid),
      v.minLength(1, messages.resetSessionInvalid),
      v.maxLength(512, messages.resetSessionInvalid),
    ),
    '',
  ),
  newPassword: NewPassword,
});
export type ResetPasswordInput = v.InferOutput<typeof ResetPasswordInput>;

/** Returns the digits of typed or pasted text, at most six (spec map, section 5). */
export function digitsOfCode(typed: string): string {
  return typed.normalize('NFKC').replace(/\D/g, '').slice(0, 6);
}

/** Seconds as `mm:ss`, never below zero. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`;
}
