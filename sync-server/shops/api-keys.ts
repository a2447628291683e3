import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey } from '#schema/shops/shops.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

/** Shown in the key, so that a scanner of leaked secrets recognises it. */
const PREFIX = 'carrel_';
/** Unguessable, so a plain hash is enough. */
const KEY_BYTES = 32;

/** A new key, and its stored form. */
export function makeApiKey(): { readonly key: string; readonly keyHash: string } {
  const key = PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, keyHash: hashOf(key) };
}

export function listApiKeys(db: Db): Promise<ApiKey[]> {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Returns the id of a key; undefined for an unknown one. */
export async function findApiKey(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('apiKeys')
    .select('id')
    .where('keyHash', '=', hashOf(key))
    .executeTakeFirst();
  return row?.id;
}

export async function noteUse(trx: Trx, id: string, at: string): Promise<void> {
  await trx.updateTable('apiKeys').set({ lastUsedAt: at }).where('id', '=', id).execute();
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
