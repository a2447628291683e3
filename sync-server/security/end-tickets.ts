import { createHash, createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Creates the tickets that end a session without a login. A ticket is computed from the session's id, so a
 * device whose reply was lost does not hold an invalid ticket.
 */
export class EndTickets {
  readonly #key: Buffer;

  constructor(secret: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'carrel end tickets', KEY_BYTES));
  }

  ticketOf(sessionId: string): string {
    return createHmac('sha256', this.#key).update(sessionId).digest('base64url');
  }

  /** The stored form: a reader of the database cannot end a session with it. */
  hashOf(ticket: string): string {
    return createHash('sha256').update(ticket).digest('base64url');
  }
}
