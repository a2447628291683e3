const NOT_CONFIRMED =
  'Nothing was confirmed: the request was cancelled or took too long, or this device has no such passkey.';

/** The sentences of what an authenticator or the browser refuses, by the name of its error. */
export const passkeySentences = {
  unsupported: 'This browser does not support passkeys. Use another browser, or another second step.',
  notSigned: `${NOT_CONFIRMED} Try again, or use another second step.`,
  notCreated:
    'No passkey was created: the request was cancelled or took too long, or no authenticator was available. Nothing was changed. Try again.',
  duplicate:
    'This device or security key has a passkey of your account already. Nothing was changed. Use another one to add it.',
  unsuitable:
    'This device or security key cannot create a passkey that Carrel accepts. Nothing was changed. Use another one.',
  failed: 'The device or security key reported an error. Nothing was changed. Try again, or use another one.',
  wrongAddress: (host: string) =>
    `Passkeys work only at ${host}. Open Carrel at that address, or use another second step.`,
} as const;

/**
 * Returns the sentence for a failure of `navigator.credentials`. Its names are those of the standard (WebAuthn Level 3,
 * sections 5.1.3 and 5.1.4): for privacy, browsers report a cancelled request, one that timed out and a missing passkey
 * by the same one.
 */
export function passkeySentence(
  error: unknown,
  { host, isCreation }: { readonly host: string; readonly isCreation: boolean },
): string {
  switch (nameOf(error)) {
    case 'NotAllowedError':
    case 'AbortError':
      return isCreation ? passkeySentences.notCreated : passkeySentences.notSigned;
    case 'InvalidStateError':
      return passkeySentences.duplicate;
    case 'ConstraintError':
    case 'NotSupportedError':
      return passkeySentences.unsuitable;
    case 'SecurityError':
      return passkeySentences.wrongAddress(host);
    default:
      return passkeySentences.failed;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
