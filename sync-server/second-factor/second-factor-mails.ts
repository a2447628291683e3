import { composeMail, type MailContent, oneLine } from '../mail/mail-content.ts';

/** An event of the second factor of an account. */
export type SecondFactorEvent =
  | 'on'
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'off'
  | 'codesReplaced'
  | 'recoveryCodeUsed';

const contents: Readonly<Record<SecondFactorEvent, { subject: string; text: (left: number) => string }>> = {
  on: {
    subject: 'Two-step sign-in was turned on',
    text: () =>
      'two-step sign-in is now on for your account. Each sign-in asks for a code from your authenticator app. Store your recovery codes in a safe place: use them to sign in without the app.',
  },
  appAdded: {
    subject: 'An authenticator app was added',
    text: () =>
      'an authenticator app was added to your account. Sign-in accepts its codes besides your passkeys.',
  },
  appRemoved: {
    subject: 'The authenticator app was removed',
    text: () =>
      'the authenticator app of your account was removed, and its codes no longer work. Sign-in still asks for a passkey or a recovery code.',
  },
  passkeyAdded: {
    subject: 'A passkey was added',
    text: (left) =>
      `a passkey was added to your account. Each sign-in asks for your password and then for a passkey or another second step. ${left === 1 ? '1 recovery code is' : `${left} recovery codes are`} left for when you have none of them at hand.`,
  },
  passkeyRemoved: {
    subject: 'A passkey was removed',
    text: () =>
      'a passkey was removed from your account and no longer works. Sign-in still asks for your other second steps.',
  },
  off: {
    subject: 'Two-step sign-in was turned off',
    text: () => 'two-step sign-in is now off for your account. You now sign in with your password only.',
  },
  codesReplaced: {
    subject: 'Your recovery codes were replaced',
    text: () =>
      'your account has new recovery codes for two-step sign-in. The previous codes no longer work.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    text: (left) =>
      `a recovery code of your account was used instead of your authenticator app or a passkey. ${left === 1 ? '1 code is' : `${left} codes are`} left. You can generate new codes in your profile.`,
  },
};

interface MailDetails {
  readonly name: string;
  readonly publicUrl: string | undefined;
  readonly recoveryCodesLeft: number;
}

/** Notifies the owner of an account of a change of its second factor. Contains no code and no secret. */
export function secondFactorMail(event: SecondFactorEvent, details: MailDetails): MailContent {
  const { subject, text } = contents[event];
  const { name, publicUrl, recoveryCodesLeft } = details;
  const where = publicUrl === undefined ? 'Use “Forgot password”' : `Open ${publicUrl}/forgot-password`;
  const parts = [
    `Hello ${oneLine(name)},`,
    text(recoveryCodesLeft),
    `If this was not you, another person knows your password. ${where} to choose a new one now, and contact support.`,
  ];
  return composeMail({ subject, parts });
}
