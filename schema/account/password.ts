import * as v from 'valibot';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../limits.ts';
import { messages } from '../messages/messages.ts';

/** One character may be typed as four: three marks on a letter. */
const TYPED_MAX_CHARACTERS = 4 * PASSWORD_MAX_CHARACTERS;

/**
 * Returns a password as it is compared and hashed, the same whichever system it was typed on: by the profile
 * OpaqueString of RFC 8265, and with full-width and half-width characters mapped (docs/why/security.md). Other
 * characters, their case and spaces at the ends stay.
 */
export function normalizePassword(typed: string): string {
  return typed
    .replace(/[\uff01-\uffee]/g, (wide) => wide.normalize('NFKC'))
    .replace(/\p{Zs}/gu, ' ')
    .normalize('NFC');
}

/** A new password, normalised: never trimmed, never truncated. */
export const NewPassword = v.pipe(
  v.string(),
  // Before it is normalised too, for the description of the API.
  v.minLength(PASSWORD_MIN_CHARACTERS, messages.passwordTooShort),
  v.maxLength(TYPED_MAX_CHARACTERS, messages.passwordTooLong),
  v.transform(normalizePassword),
  v.minLength(PASSWORD_MIN_CHARACTERS, messages.passwordTooShort),
  v.maxLength(PASSWORD_MAX_CHARACTERS, messages.passwordTooLong),
);

/** The password of an account as it was typed, because older ones were hashed like that. */
export const TypedPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(TYPED_MAX_CHARACTERS));
