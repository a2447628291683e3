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
  const where = publicUrl === undefined ? 'on the page that asked for it' : `at ${publicUrl}/verify-otp`;
  const parts: MailPart[] = [
    `Hello ${oneLine(name)},`,
    `with this code you can choose a new password for Carrel. Enter it ${where}:`,
    { code },
    `It is good for ${LIFETIME_MINUTES} minutes, can be used once, and works on the device that asked for it. A newer code for the same device replaces it.`,
    'If you did not ask for it, there is nothing to do: your password stays as it is. Never pass the code on; nobody from Carrel will ask you for it.',
  ];
  return composeMail({ subject: 'Your code for a new password', parts });
}

/** Notifies the owner of an account of a password change. */
export function passwordChangedMail(name: string, publicUrl: string | undefined): MailContent {
  const where = publicUrl === undefined ? 'Use “Forgot password”' : `Open ${publicUrl}/forgot-password`;
  const parts = [
    `Hello ${oneLine(name)},`,
    'the password of your Carrel account was changed just now, and you were signed out on your other devices. What you kept for offline study is still there.',
    `If this was not you, somebody else may know your password. ${where} to choose a new one at once, and write to support.`,
  ];
  return composeMail({ subject: 'Your password was changed', parts });
}
