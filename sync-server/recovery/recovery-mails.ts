import { RESET_CODE_LIFETIME_SECONDS } from '#schema/limits.ts';
import { composeMail, type MailContent, type MailPart, oneLine } from '../mail/mail-content.ts';

const LIFETIME_MINUTES = RESET_CODE_LIFETIME_SECONDS / 60;

interface ResetMail {
  readonly name: string;
  readonly code: string;
  readonly publicUrl: string | undefined;
}

/** The code, its validity, and what to do when another person requested it. */
export function resetCodeMail({ name, code, publicUrl }: ResetMail): MailContent {
  const where = publicUrl === undefined ? 'on the page where you requested it' : `at ${publicUrl}/verify-otp`;
  const parts: MailPart[] = [
    `Hello ${oneLine(name)},`,
    `use this code to choose a new password. Enter it ${where}:`,
    { code },
    `The code expires in ${LIFETIME_MINUTES} minutes and works once, on the device that requested it. A newer code for the same device replaces it.`,
    'If you did not request this code, ignore this email: your password has not changed. Never share the code. We never ask you for it.',
  ];
  return composeMail({ subject: 'Your code for a new password', parts });
}

/** Notifies the owner of an account of a password change. */
export function passwordChangedMail(name: string, publicUrl: string | undefined): MailContent {
  const where = publicUrl === undefined ? 'Use “Forgot password”' : `Open ${publicUrl}/forgot-password`;
  const parts = [
    `Hello ${oneLine(name)},`,
    'the password of your account was changed, and your other devices were signed out. Your downloads are still on your devices.',
    `If this was not you, another person may know your password. ${where} to choose a new one now, and contact support.`,
  ];
  return composeMail({ subject: 'Your password was changed', parts });
}
