import * as v from 'valibot';
import { PASSKEY_FIELD_MAX_CHARACTERS, SECOND_FACTOR_MAX_CHARACTERS } from '../limits.ts';

/*
 * The proof that a user gives besides the password. A file of its own, because visitors load the input of the login,
 * and nothing else of the second factor.
 */

/** A code of the authenticator app, or a recovery code, as typed. */
export const SecondFactorCode = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(SECOND_FACTOR_MAX_CHARACTERS),
);

/** Bytes of an authenticator, in base64url without padding. */
export const AuthenticatorBytes = v.pipe(
  v.string(),
  v.regex(/^[\w-]+$/),
  v.maxLength(PASSKEY_FIELD_MAX_CHARACTERS),
);
const Bytes = AuthenticatorBytes;

/**
 * The signature of a passkey: AuthenticationResponseJSON (WebAuthn Level 3, section 5.1), reduced to the members that
 * are used.
 */
export const PasskeyAssertion = v.object({
  id: Bytes,
  rawId: Bytes,
  type: v.literal('public-key'),
  response: v.object({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes }),
});
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>;
