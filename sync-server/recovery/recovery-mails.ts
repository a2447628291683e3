import { resetFragment } from '#schema/account/reset-link.ts';
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

interface ResetLinkMail extends Pick<ResetMail, 'name' | 'code'> {
  readonly email: string;
  readonly requestId: string;
  /** ISO time. */
  readonly createdAt: string;
  readonly publicUrl: string;
}

/** The code that an admin requested for the user, with a link that brings the request to the user's device. */
export function resetLinkMail({ name, code, publicUrl, ...request }: ResetLinkMail): MailContent {
  const parts: MailPart[] = [
    `Hello ${oneLine(name)},`,
    'an admin has sent you this code so that you can choose a new password:',
    { code },
    `Open this page and enter the code: ${publicUrl}/verify-otp${resetFragment(request)}`,
    `The code expires in ${LIFETIME_MINUTES} minutes and works once. After that, choose “Forgot password?” at the login to get another.`,
    'If you did not expect this email, ignore it: your password has not changed. Never share the code. We never ask you for it.',
  ];
  return composeMail({ subject: 'Your code for a new password', parts });
}

/** Says that an admin wants a new password, where the installation has no public address for a link. */
export function newPasswordMail(name: string): MailContent {
  const parts = [
    `Hello ${oneLine(name)},`,
    'an admin suggests that you choose a new password. Open the login, choose “Forgot password?”, and enter the address that received this email. You then get a code.',
    'If you did not expect this email, ignore it: your password has not changed.',
  ];
  return composeMail({ subject: 'Choose a new password', parts });
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
