import { onTestFinished, vi } from 'vitest';
import type { PasskeyCreation, PasskeyRequest } from '#schema/account/passkeys.ts';
import { addPasskey, PUBLIC_URL } from '#sync-server/testing/passkeys.ts';
import { SoftwareAuthenticator } from '#sync-server/testing/software-authenticator.ts';
import type { Device } from './device.ts';

const toBuffer = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, 'base64url')).buffer;
const toText = (bytes: BufferSource): string =>
  Buffer.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer)).toString(
    'base64url',
  );

/** A browser's interface to an authenticator: `navigator.credentials` over real cryptography. */
export class Browser {
  readonly authenticator: SoftwareAuthenticator;
  /** The next call is refused with an error of this name, as a browser does. */
  refusal: string | null = null;

  constructor(authenticator: SoftwareAuthenticator) {
    this.authenticator = authenticator;
  }

  async create({ publicKey }: CredentialCreationOptions): Promise<object> {
    this.#refuse();
    if (publicKey === undefined) throw new TypeError('No options');
    const { challenge, rp } = publicKey;
    const isKnown = publicKey.excludeCredentials?.some(({ id }) => this.authenticator.has(toText(id)));
    if (isKnown === true) throw new DOMException('registered', 'InvalidStateError');
    const creation: Pick<PasskeyCreation, 'challenge' | 'rp'> = {
      challenge: toText(challenge),
      rp: { id: rp.id ?? '', name: rp.name },
    };
    const { id, response } = this.authenticator.create(creation);
    const { clientDataJSON, attestationObject, transports } = response;
    return credentialOf(id, {
      clientDataJSON: toBuffer(clientDataJSON),
      attestationObject: toBuffer(attestationObject),
      getTransports: () => transports,
    });
  }

  async get({ publicKey }: CredentialRequestOptions): Promise<object> {
    this.#refuse();
    if (publicKey === undefined) throw new TypeError('No options');
    const { challenge, rpId = '', allowCredentials = [] } = publicKey;
    const request: Pick<PasskeyRequest, 'challenge' | 'rpId' | 'allowCredentials'> = {
      ...{ challenge: toText(challenge), rpId },
      allowCredentials: allowCredentials.map(({ id }) => ({ id: toText(id), type: 'public-key' })),
    };
    if (!request.allowCredentials.some(({ id }) => this.authenticator.has(id)))
      throw new DOMException('none', 'NotAllowedError');
    const { id, response } = this.authenticator.sign(request);
    return credentialOf(id, {
      clientDataJSON: toBuffer(response.clientDataJSON),
      authenticatorData: toBuffer(response.authenticatorData),
      signature: toBuffer(response.signature),
    });
  }

  #refuse(): void {
    const name = this.refusal;
    this.refusal = null;
    if (name !== null) throw new DOMException('refused', name);
  }
}

const credentialOf = (id: string, response: object) => ({
  ...{ id, rawId: toBuffer(id), type: 'public-key', response },
  getClientExtensionResults: () => ({}),
});

/** The server has an address at which passkeys work, and the browser an authenticator. */
export function openBrowser(
  { server }: Device,
  authenticator = new SoftwareAuthenticator(PUBLIC_URL),
): Browser {
  Object.assign(server.deps.config, { publicUrl: PUBLIC_URL });
  const browser = new Browser(authenticator);
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { value: browser, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return browser;
}

/** The same, for an admin who has a passkey on this device. */
export async function openBrowserWithPasskey(device: Device) {
  const browser = openBrowser(device);
  const { server } = device;
  const { authenticator } = browser;
  return { browser, ...(await addPasskey(server, server.people.admin, { authenticator })) };
}
