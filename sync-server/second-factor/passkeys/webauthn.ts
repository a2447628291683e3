import type { PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '#schema/account/passkeys.ts';
import type { PasskeyAssertion } from '#schema/account/second-proof.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#schema/limits.ts';
import type { PasskeyRow } from '#sync-server/db/account-tables.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded at the first use: it takes a quarter of a second and 25 MB, and most servers start without a need of it. */
const load = () => import('@simplewebauthn/server');

/** Shown by the browser beside the host name. */
const RP_NAME = 'Carrel';
/**
 * The password is the first factor, and the possession of the key the second one, so a security key without a PIN is
 * enough; phones and computers ask for the finger or the PIN all the same.
 */
const USER_VERIFICATION = 'preferred';

interface CreationFor {
  readonly party: RelyingParty;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** Those that the user has already; an authenticator makes no second one beside them. */
  readonly passkeys: readonly PasskeyRow[];
}

/** Returns the options to create a passkey, with a new challenge. */
export async function makeCreation({ party, user, passkeys }: CreationFor): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await load();
  const made = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: USER_VERIFICATION },
  });
  return {
    ...made,
    rp: { id: party.id, name: RP_NAME },
    pubKeyCredParams: made.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    attestation: 'none',
    excludeCredentials: passkeys.map(describeCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: USER_VERIFICATION },
  };
}

/** Returns the options to sign with one of these passkeys, with a new challenge. */
export async function makeRequest(
  party: RelyingParty,
  passkeys: readonly PasskeyRow[],
): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await load();
  const { challenge } = await generateAuthenticationOptions({ rpID: party.id });
  return {
    challenge,
    rpId: party.id,
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    userVerification: USER_VERIFICATION,
    allowCredentials: passkeys.map(describeCredential),
  };
}

/** The data of a new passkey that are stored. */
export type NewCredential = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

interface Expected {
  readonly party: RelyingParty;
  readonly challenge: string;
}

/** Returns the new passkey. Throws an Error that says what is wrong with the response. */
export async function verifyCreation(
  registration: PasskeyRegistration,
  { party, challenge }: Expected,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await load();
  const result = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  });
  if (!result.verified) throw new Error('The attestation does not hold');
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: registration.response.transports.join(','),
  };
}

/**
 * Returns the counter that the authenticator signed. Comparing it is left to the caller: only a signed one shows a
 * copied key. Throws an Error that says what is wrong with the response.
 */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  { party, challenge, passkey }: Expected & { readonly passkey: PasskeyRow },
): Promise<number> {
  const { verifyAuthenticationResponse } = await load();
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'));
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: passkey.credentialId, publicKey, counter: 0 },
    requireUserVerification: false,
  });
  if (!verified) throw new Error('The signature does not hold');
  return authenticationInfo.newCounter;
}

const describeCredential = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: transports === '' ? [] : transports.split(','),
});
