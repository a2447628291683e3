import { createHmac, hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { removeInPieces } from '../db/in-pieces.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { networkOf } from '../http/limits/client-address.ts';
import { isNetworkOf, removeOldNetworks, upsertNetwork } from './sign-in-network-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const LIFETIME_MS = 90 * DAY_MS;
const NETWORKS_MAX = 20;
const KEY_BYTES = 32;
/** No account has this id: the lookup for an unknown account takes as long as for a known one. */
const NO_USER = '';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secret: Uint8Array;
}

/**
 * Stores the networks from which each account signed in (docs/decisions/172). Limits that strangers can use
 * up reserve a share for them. Stored as keyed hashes: a copy of the database does not reveal the networks of
 * a user.
 */
export class SignInNetworks {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #key: Buffer;

  constructor({ db, clock, log, secret }: Parts) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'carrel sign-in networks', KEY_BYTES));
  }

  /** Whether this account signed in from the network of this address within the last 90 days. */
  isKnown(userId: string | undefined, address: string): Promise<boolean> {
    return isNetworkOf(this.#db, this.#keyOf(userId ?? NO_USER, address), this.#since());
  }

  /**
   * Stores a successful login. Never makes the login fail: without the row the account only lacks its
   * reserved share.
   */
  async record(userId: string, address: string): Promise<void> {
    const lastUsedAt = this.#clock.now().toISOString();
    const row = { ...this.#keyOf(userId, address), lastUsedAt };
    try {
      await inTransaction(this.#db, (trx) => upsertNetwork(trx, row, NETWORKS_MAX));
    } catch (error) {
      this.#log.error({ userId, error: String(error) }, 'sign-in network not stored');
    }
  }

  /** Removes networks that were not used for 90 days. */
  async sweep(): Promise<void> {
    await removeInPieces(this.#db, (trx) => removeOldNetworks(trx, this.#since()));
  }

  #since(): string {
    return new Date(this.#clock.now().getTime() - LIFETIME_MS).toISOString();
  }

  #keyOf(userId: string, address: string): { userId: string; networkHash: string } {
    const text = `${userId}\n${networkOf(address)}`;
    return { userId, networkHash: createHmac('sha256', this.#key).update(text).digest('base64url') };
  }
}
