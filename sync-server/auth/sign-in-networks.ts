import { createHmac, hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { removeInPieces } from '../db/in-pieces.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { networkOf } from '../security/client-address.ts';
import { listKnown, removeOldNetworks, upsertNetworks } from './sign-in-network-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const LIFETIME_MS = 90 * DAY_MS;
/** Twenty logins, each from another network and device. */
const KNOWN_MAX = 40;
const KEY_BYTES = 32;
/** No account has this id: the lookup for an unknown account takes as long as for a known one. */
const NO_USER = '';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secret: Uint8Array;
}

/** Where a request comes from. */
export interface SignInPlace {
  readonly address: string;
  /** As the device made and stored it; null if the request has none. */
  readonly deviceId: string | null;
}

/**
 * Stores the networks and devices from which each account signed in (docs/why/security.md). Limits that strangers can
 * use up reserve a share for them. Stored as keyed hashes: a copy of the database does not reveal the networks of
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

  /** Whether this account signed in within the last 90 days on this device, or else in this network. */
  async find(userId: string | undefined, place: SignInPlace): Promise<'device' | 'network' | null> {
    const { network, device, hashes } = this.#hashesOf(userId ?? NO_USER, place);
    const known = await listKnown(this.#db, { userId: userId ?? NO_USER, hashes }, this.#since());
    if (device !== null && known.includes(device)) return 'device';
    return known.includes(network) ? 'network' : null;
  }

  /**
   * Stores a successful login. Never makes the login fail: without the rows the account only lacks its
   * reserved share.
   */
  async record(userId: string, place: SignInPlace): Promise<void> {
    const lastUsedAt = this.#clock.now().toISOString();
    const { hashes } = this.#hashesOf(userId, place);
    try {
      await inTransaction(this.#db, (trx) => upsertNetworks(trx, { userId, hashes, lastUsedAt }, KNOWN_MAX));
    } catch (error) {
      this.#log.error({ userId, error: String(error) }, 'sign-in network not stored');
    }
  }

  /** Removes networks and devices that were not used for 90 days. */
  async sweep(): Promise<void> {
    await removeInPieces(this.#db, (trx) => removeOldNetworks(trx, this.#since()));
  }

  #since(): string {
    return new Date(this.#clock.now().getTime() - LIFETIME_MS).toISOString();
  }

  #hashesOf(userId: string, { address, deviceId }: SignInPlace) {
    const network = this.#hash(`${userId}\n${networkOf(address)}`);
    const device = deviceId === null ? null : this.#hash(`${userId}\ndevice\n${deviceId}`);
    return { network, device, hashes: device === null ? [network] : [network, device] };
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
