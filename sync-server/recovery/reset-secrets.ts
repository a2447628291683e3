import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import { networkOf } from '../http/client-address.ts';

const KEY_BYTES = 32;
const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

/**
 * Makes reset codes and tokens, and the forms in which the database knows them. A million codes are
 * tried in a moment, so a plain hash would hide nothing: theirs takes a key made from the server's secret.
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

  /** The hash of a code, good for the mailing with this id and no other. */
  hashCode(codeId: string, code: string): string {
    return this.#hmac(`code\n${codeId}\n${code}`);
  }

  matchesCode(codeHash: string, codeId: string, code: string): boolean {
    return timingSafeEqual(Buffer.from(codeHash), Buffer.from(this.hashCode(codeId, code)));
  }

  /** The row name of an email: also asked for where nobody has an account, and none of the database's business. */
  hashEmail(email: string): string {
    return this.#hmac(`email\n${email}`);
  }

  /** The network that asked with this email. */
  hashNetwork(email: string, address: string): string {
    return this.#hmac(`network\n${email}\n${networkOf(address)}`);
  }

  /** A word that opens no session and has no meaning of its own. */
  makeToken(): string {
    return randomBytes(TOKEN_BYTES).toString('base64url');
  }

  /** 256 random bits need no key to stay hidden. */
  hashToken(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
