import type { PasskeyRow } from '#sync-server/db/account-tables.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

/** The passkeys of a user, in the order of their creation. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

interface Owned {
  readonly userId: string;
  readonly id: string;
}

export function findPasskey(db: Db, { userId, id }: Owned): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
}

/** Adds a passkey; false when its credential is registered already, for this user or another one. */
export async function insertPasskey(trx: Trx, passkey: PasskeyRow): Promise<boolean> {
  const result = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Sets the name; false when the user has no such passkey. */
export async function renamePasskey(trx: Trx, { userId, id }: Owned, name: string): Promise<boolean> {
  const result = await trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Removes a passkey; false when the user has no such passkey. */
export async function removePasskey(trx: Trx, { userId, id }: Owned): Promise<boolean> {
  const result = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

export async function removePasskeys(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('userId', '=', userId).execute();
}

/**
 * Records the use of a passkey; false when it was removed meanwhile, or when the counter is not beyond the stored one:
 * then the key pair exists twice. Authenticators that do not count always send 0.
 */
export async function recordUse(
  trx: Trx,
  { id, counter, at }: { readonly id: string; readonly counter: number; readonly at: string },
): Promise<boolean> {
  const result = await trx
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: at })
    .where('id', '=', id)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
