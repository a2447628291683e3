import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '#schema/account/passkeys.ts';
import type { PasskeyAssertion } from '#schema/account/second-proof.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { passkeySentence, passkeySentences } from './passkey-sentence.ts';

/** Whether this browser has an interface to authenticators; it exists on https pages and on localhost only. */
export const hasPasskeySupport = browserSupportsWebAuthn;

/**
 * Asks the user to create a passkey on a device or security key.
 *
 * @throws {UserFacingError} if none was created
 */
export async function createPasskey(creation: PasskeyCreation): Promise<PasskeyRegistration> {
  requireSupport();
  const failure = { host: creation.rp.id, isCreation: true };
  const { id, rawId, response } = await startRegistration({ optionsJSON: creation }).catch(failWith(failure));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

/**
 * Asks the user to confirm with one of their passkeys.
 *
 * @throws {UserFacingError} if none was used
 */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion> {
  requireSupport();
  const failure = { host: request.rpId, isCreation: false };
  const { id, rawId, response } = await startAuthentication({ optionsJSON: request }).catch(
    failWith(failure),
  );
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

function requireSupport(): void {
  if (!hasPasskeySupport()) throw new UserFacingError(passkeySentences.unsupported);
}

const failWith = (failure: Parameters<typeof passkeySentence>[1]) => (error: unknown) => {
  throw new UserFacingError(passkeySentence(error, failure));
};
