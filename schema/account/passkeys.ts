import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { PASSKEY_NAME_MAX_CHARACTERS } from '../limits.ts';
import { isVisible } from '../visible-text.ts';
import { AuthenticatorBytes } from './second-proof.ts';

/*
 * Passkeys (WebAuthn Level 3) as a second factor. The objects for the browser, and those that it returns, are the
 * JSON forms of the standard: PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON and
 * RegistrationResponseJSON, reduced to the members that are used (the signature: second-proof.ts).
 */

const Bytes = AuthenticatorBytes;
const CredentialType = v.literal('public-key');

/** A passkey that the authenticator has just created. */
export const PasskeyRegistration = v.object({
  id: Bytes,
  rawId: Bytes,
  type: CredentialType,
  response: v.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    /** Ways to reach the authenticator, such as `internal`, `usb` or `hybrid`. */
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/))), v.maxLength(10)),
      [],
    ),
  }),
});
export type PasskeyRegistration = v.InferOutput<typeof PasskeyRegistration>;

const CredentialDescriptors = v.array(
  v.object({ id: v.string(), type: CredentialType, transports: v.exactOptional(v.array(v.string())) }),
);
const Requirement = v.picklist(['required', 'preferred', 'discouraged']);

/** For `navigator.credentials.get()`. The challenge is accepted once, for five minutes, from the user that it is for. */
export const PasskeyRequest = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: Requirement,
  allowCredentials: CredentialDescriptors,
});
export type PasskeyRequest = v.InferOutput<typeof PasskeyRequest>;

/** For `navigator.credentials.create()`. */
export const PasskeyCreation = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: CredentialType })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: CredentialDescriptors,
  authenticatorSelection: v.object({ residentKey: Requirement, userVerification: Requirement }),
});
export type PasskeyCreation = v.InferOutput<typeof PasskeyCreation>;

/** The second factors that a sign-in may use, in `secondFactor` of the 401 that requires one. */
export const SecondFactorOffer = v.object({
  hasApp: v.boolean(),
  /** Null: the account has no passkey that works at the server's address. */
  passkey: v.nullable(PasskeyRequest),
});
export type SecondFactorOffer = v.InferOutput<typeof SecondFactorOffer>;

/** A passkey as its owner sees it. */
export const Passkey = v.object({
  id: Id,
  name: v.string(),
  createdAt: Instant,
  lastUsedAt: v.nullable(Instant),
  /** The host name of the server's address when it was created; it works at no other one. */
  host: v.string(),
  /** Whether the server has this address now. */
  isUsable: v.boolean(),
});
export type Passkey = v.InferOutput<typeof Passkey>;

/**
 * Why an installation has no passkeys: it has no PUBLIC_URL, or one that is not https (or localhost), or one with an
 * IP address, which the standard does not allow.
 */
export const PasskeyObstacle = v.picklist(['noPublicUrl', 'notHttps', 'noHostName']);
export type PasskeyObstacle = v.InferOutput<typeof PasskeyObstacle>;

/** The owner's name for a passkey. */
const PasskeyName = v.pipe(
  v.string(),
  v.trim(),
  v.check(isVisible, 'Please enter a name'),
  v.maxLength(PASSKEY_NAME_MAX_CHARACTERS),
);

export const PasskeyCreationReply = v.object({ creation: PasskeyCreation });
export const PasskeyRequestReply = v.object({ request: PasskeyRequest });
export const AddPasskeyInput = v.object({ name: PasskeyName, passkey: PasskeyRegistration });
export const RenamePasskeyInput = v.object({ name: PasskeyName });
export const PasskeyReply = v.object({ passkey: Passkey });
/** The recovery codes are those of an account whose first second factor this is; otherwise there are none. */
export const AddPasskeyReply = v.object({ passkey: Passkey, recoveryCodes: v.array(v.string()) });
