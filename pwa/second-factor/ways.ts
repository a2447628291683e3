import type { SecondFactorStatus } from '#schema/account/second-factor.ts';

/** A second step besides the password. */
export type Way = 'passkey' | 'app' | 'recovery';

/** The texts of the buttons that choose it. */
export const wayTexts: Readonly<Record<Way, string>> = {
  passkey: 'Use a passkey',
  app: 'Use the authenticator app',
  recovery: 'Use a recovery code',
};

/** The ways that an account has, the quickest one first. Recovery codes come with the first factor. */
export function waysOf({ hasApp, hasPasskey }: { readonly hasApp: boolean; readonly hasPasskey: boolean }) {
  const ways: Way[] = [];
  if (hasPasskey) ways.push('passkey');
  if (hasApp) ways.push('app');
  ways.push('recovery');
  return ways;
}

/** The ways to confirm a change; none while two-step sign-in is off. */
export function waysToConfirm(status: SecondFactorStatus | null): readonly Way[] {
  if (status === null || !status.isOn) return [];
  return waysOf({ hasApp: status.hasApp, hasPasskey: status.passkeys.some(({ isUsable }) => isUsable) });
}
