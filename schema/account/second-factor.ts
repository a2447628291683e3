import * as v from 'valibot';
import { Passkey, PasskeyObstacle } from './passkeys.ts';
import { TypedPassword } from './password.ts';
import { PasskeyAssertion, SecondFactorCode } from './second-proof.ts';

/**
 * Whether two-step sign-in is on (by an authenticator app or a passkey), whether this installation requires it of this
 * account, and the recovery codes left.
 */
export const SecondFactorStatus = v.object({
  isOn: v.boolean(),
  isRequired: v.boolean(),
  recoveryCodesLeft: v.number(),
  hasApp: v.boolean(),
  /** In the order of their creation. */
  passkeys: v.array(Passkey),
  /** Null: passkeys can be added. */
  passkeyObstacle: v.nullable(PasskeyObstacle),
});
export type SecondFactorStatus = v.InferOutput<typeof SecondFactorStatus>;

/**
 * The password; and a code or a passkey once two-step sign-in is on, for every further change of it. Without one of
 * the two the server returns 401 `second_factor_required`.
 */
export const ChangeSecondFactorInput = v.object({
  currentPassword: TypedPassword,
  code: v.optional(SecondFactorCode),
  passkey: v.optional(PasskeyAssertion),
});
export type ChangeSecondFactorInput = v.InferOutput<typeof ChangeSecondFactorInput>;

/** A secret that takes effect only once a code generated from it has been confirmed. */
export const SecondFactorSecret = v.object({
  /** Base32, to be typed into an app that cannot read the QR code. */
  secret: v.string(),
  /** `otpauth://totp/…`: the content of the QR code. */
  uri: v.string(),
});
export type SecondFactorSecret = v.InferOutput<typeof SecondFactorSecret>;

export const ConfirmSecondFactorInput = v.object({ code: SecondFactorCode });

/** Returned once; the server keeps hashes only. None if the account had a second factor already: its codes stay. */
export const RecoveryCodesReply = v.object({ recoveryCodes: v.array(v.string()) });

/**
 * The normalised form in which codes are compared: digits as the app shows them with or without a space, in any width,
 * recovery codes without dashes and in upper case.
 */
export function normalizeSecondFactor(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}

export const isAppCode = (normalized: string): boolean => /^\d{6}$/.test(normalized);
