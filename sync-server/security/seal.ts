import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts values that a copy of the database must not reveal, such as a mail with a reset code (AES-256-GCM
 * with a key derived from the server's secret).
 */
export class Seal {
  readonly #key: Buffer;

  /** @param purpose names the key: a value encrypted for one purpose cannot be decrypted for another */
  constructor(secret: Uint8Array, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  }

  /** Returns the text encrypted for the row with this id; it can be decrypted for no other row. */
  seal(id: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Returns the text, or null when it was encrypted with another secret, for another row, or was changed. */
  open(id: string, sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(id)).setAuthTag(tag);
      const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
