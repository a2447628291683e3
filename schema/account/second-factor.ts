import * as v from 'valibot';
import { PASSWORD_MAX_CHARACTERS, SECOND_FACTOR_MAX_CHARACTERS } from '../limits.ts';

/** A code of the authenticator app, or a recovery code, as typed. */
export const SecondFactorCode = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(SECOND_FACTOR_MAX_CHARACTERS),
);

const CurrentPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(PASSWORD_MAX_CHARACTERS));

/**
 * Whether two-step sign-in is on, whether this installation requires it of this account, and the recovery
 * codes left.
 */
export const SecondFactorStatus = v.object({
  isOn: v.boolean(),
  isRequired: v.boolean(),
  recoveryCodesLeft: v.number(),
});
export type SecondFactorStatus = v.InferOutput<typeof SecondFactorStatus>;

export const StartSecondFactorInput = v.object({ currentPassword: CurrentPassword });

/** A secret that takes effect only once a code generated from it has been confirmed. */
export const SecondFactorSecret = v.object({
  /** Base32, to be typed into an app that cannot read the QR code. */
  secret: v.string(),
  /** `otpauth://totp/…`: the content of the QR code. */
  uri: v.string(),
});
export type SecondFactorSecret = v.InferOutput<typeof SecondFactorSecret>;

export const ConfirmSecondFactorInput = v.object({ code: SecondFactorCode });

/** Password and code: both factors, for every later change of the second one. */
export const ChangeSecondFactorInput = v.object({
  currentPassword: CurrentPassword,
  code: SecondFactorCode,
});
export type ChangeSecondFactorInput = v.InferOutput<typeof ChangeSecondFactorInput>;

/** Returned once; the server keeps hashes only. */
export const RecoveryCodesReply = v.object({ recoveryCodes: v.array(v.string()) });

/**
 * The normalised form in which codes are compared: digits as the app shows them with or without a space,
 * recovery codes without dashes and in upper case.
 */
export function normalizeSecondFactor(code: string): string {
  return code.replace(/[\s\u00a0-]/g, '').toUpperCase();
}

export const isAppCode = (normalized: string): boolean => /^\d{6}$/.test(normalized);
