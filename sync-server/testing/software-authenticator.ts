import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '#schema/account/passkeys.ts';
import type { PasskeyAssertion } from '#schema/account/second-proof.ts';

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 };
const CREDENTIAL_ID_BYTES = 16;
const AAGUID_BYTES = 16;

/** What a browser and an authenticator with a fault of their own, or an attacker, would do otherwise. */
interface Faults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Flags of the authenticator; a present and verified user unless given. */
  readonly flags?: number;
  /** The count of signatures; one more than the last unless given. */
  readonly counter?: number;
  /** Signs something else. */
  readonly signsOther?: boolean;
}

/**
 * A browser at an origin with an authenticator that has one ES256 key pair for each address, and gives no attestation
 * (WebAuthn Level 3, sections 5.8.1, 6.1 and 8.7). The cryptography is real.
 */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #keys = new Map<string, KeyObject>();
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Whether it has this key pair. */
  has(credentialId: string): boolean {
    return this.#keys.has(credentialId);
  }

  /** Creates a key pair, as `navigator.credentials.create()` does. */
  create(creation: Pick<PasskeyCreation, 'challenge' | 'rp'>, faults: Faults = {}): PasskeyRegistration {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(CREDENTIAL_ID_BYTES);
    this.#keys.set(encode(id), privateKey);
    const credential = Buffer.concat([Buffer.alloc(AAGUID_BYTES), uint16(id.length), id, coseKey(publicKey)]);
    const flags = faults.flags ?? FLAGS.userPresent | FLAGS.userVerified;
    const authData = Buffer.concat([
      this.#authData(faults.rpId ?? creation.rp.id, flags | FLAGS.attestedData, faults),
      credential,
    ]);
    const attestationObject = Buffer.concat([
      ...[cborMap(3), cborText('fmt'), cborText('none'), cborText('attStmt'), cborMap(0)],
      ...[cborText('authData'), cborBytes(authData)],
    ]);
    return {
      ...{ id: encode(id), rawId: encode(id), type: 'public-key' },
      response: {
        clientDataJSON: this.#clientData({ type: 'webauthn.create', challenge: creation.challenge }, faults),
        attestationObject: encode(attestationObject),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Signs with one of the allowed key pairs, as `navigator.credentials.get()` does. Throws without one. */
  sign(
    request: Pick<PasskeyRequest, 'challenge' | 'rpId' | 'allowCredentials'>,
    faults: Faults = {},
  ): PasskeyAssertion {
    const id = request.allowCredentials.map((allowed) => allowed.id).find((one) => this.#keys.has(one));
    const key = id === undefined ? undefined : this.#keys.get(id);
    if (id === undefined || key === undefined) throw new Error('This authenticator has none of the passkeys');
    this.counter = faults.counter ?? this.counter + 1;
    const flags = faults.flags ?? FLAGS.userPresent | FLAGS.userVerified;
    const authData = this.#authData(faults.rpId ?? request.rpId, flags, faults);
    const clientDataJSON = this.#clientData({ type: 'webauthn.get', challenge: request.challenge }, faults);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = sign('sha256', faults.signsOther === true ? randomBytes(32) : signed, key);
    return {
      ...{ id, rawId: id, type: 'public-key' },
      response: { clientDataJSON, authenticatorData: encode(authData), signature: encode(signature) },
    };
  }

  #authData(rpId: string, flags: number, { counter = this.counter }: Faults): Buffer {
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), uint32(counter)]);
  }

  #clientData(plain: { readonly type: string; readonly challenge: string }, faults: Faults): string {
    const { type = plain.type, challenge = plain.challenge, origin = this.#origin } = faults;
    const { crossOrigin = false } = faults;
    return encode(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })));
  }
}

const encode = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** An EC2 key for ES256 (RFC 9053, section 7.1.1): {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    ...[cborMap(5), Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])],
    ...[cborBytes(Buffer.from(x, 'base64url')), Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/* CBOR (RFC 8949) of the few types that are needed, each in its shortest form. */
const cborMap = (entries: number): Buffer => Buffer.from([0xa0 | entries]);
const cborText = (text: string): Buffer => Buffer.from([0x60 | text.length, ...Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer =>
  bytes.length < 0x100
    ? Buffer.from([0x58, bytes.length, ...bytes])
    : Buffer.concat([Buffer.from([0x59]), uint16(bytes.length), bytes]);
