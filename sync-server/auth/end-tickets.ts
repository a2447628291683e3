import { createHash, createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Makes the tickets that end a session without a login. A ticket is computed from the session's id, so that a
 * reply that was lost on the way does not leave a device with a ticket that no longer counts.
 */
export class EndTickets {
  readonly #key: Buffer;

  constructor(secret: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'carrel end tickets', KEY_BYTES));
  }

  ticketOf(sessionId: string): string {
    return createHmac('sha256', this.#key).update(sessionId).digest('base64url');
  }

  /** The form that the database stores: whoever reads it can end nobody's session. */
  hashOf(ticket: string): string {
    return createHash('sha256').update(ticket).digest('base64url');
  }
}
