import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Id } from '#schema/id.ts';

const KEY_BYTES = 32;
const PROOFS_CACHED_MAX = 5_000;

interface Account {
  readonly id: string;
  readonly email: string;
}

/**
 * Proofs that an account has its id, which devices hold (docs/why/restore.md): after a restore has lost the
 * account, who signs up again with the same email on such a device gets the id back, and with it the work on the
 * device. The same text for an account and epoch, so the stored user does not change at each start.
 */
export class AccountProofs {
  readonly #key: Buffer;
  /** Each start of the app asks for the same one. */
  readonly #issued = new LRUCache<string, string>({ max: PROOFS_CACHED_MAX });

  constructor(secret: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'carrel account proofs', KEY_BYTES));
  }

  issue({ id, email }: Account, epoch: string): string {
    const name = `${id}\n${epoch}\n${email}`;
    const known = this.#issued.get(name);
    if (known !== undefined) return known;
    const proof = `${id}.${epoch}.${this.#sign({ id, email }, epoch).toString('base64url')}`;
    this.#issued.set(name, proof);
    return proof;
  }

  /** The id and epoch that a proof states for this email; null when this server did not issue it. */
  read(email: string, proof: string): { readonly id: string; readonly epoch: string } | null {
    const [id = '', epoch = '', signature = '', ...rest] = proof.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.#sign({ id, email }, epoch);
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
    return isSigned && rest.length === 0 && v.is(Id, id) ? { id, epoch } : null;
  }

  #sign({ id, email }: Account, epoch: string): Buffer {
    return createHmac('sha256', this.#key).update(`${id}\n${epoch}\n${email}`).digest();
  }
}
