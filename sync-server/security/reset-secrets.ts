import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import { networkOf } from './client-address.ts';

const KEY_BYTES = 32;
const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

/**
 * Creates reset codes and tokens, and their stored hashes. A million codes are tried in a moment, so a plain
 * hash would be useless: codes are hashed with a key derived from the server's secret.
 */
export class ResetSecrets {
  readonly #key: Buffer;

  constructor(secret: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'carrel reset codes', KEY_BYTES));
  }

  /** Six random digits. */
  makeCode(): string {
    return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  }

  /** The hash of a code, valid for the mailing with this id only. */
  hashCode(codeId: string, code: string): string {
    return this.#hmac(`code\n${codeId}\n${code}`);
  }

  matchesCode(codeHash: string, codeId: string, code: string): boolean {
    return timingSafeEqual(Buffer.from(codeHash), Buffer.from(this.hashCode(codeId, code)));
  }

  /** The row key of an email: also computed for unknown emails, which the database must not contain. */
  hashEmail(email: string): string {
    return this.#hmac(`email\n${email}`);
  }

  /** The keyed hash of the requesting network for this email. */
  hashNetwork(email: string, address: string): string {
    return this.#hmac(`network\n${email}\n${networkOf(address)}`);
  }

  /** A random token that opens no session and carries no data. */
  makeToken(): string {
    return randomBytes(TOKEN_BYTES).toString('base64url');
  }

  /** 256 random bits need no key in their hash. */
  hashToken(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
