import type { Passkey } from '#schema/account/passkeys.ts';

/** The content of the section of two-step sign-in: its status, or one of the changes. */
export type Step =
  | { readonly kind: 'status' | 'setUp' | 'renew' | 'turnOff' | 'addPasskey' }
  | { readonly kind: 'renamePasskey' | 'removePasskey'; readonly passkey: Passkey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };
