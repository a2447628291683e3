import type { CallerRow } from '../auth/user-queries.ts';
import type { UserRow } from '../db/account-tables.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** ISO time. */
  readonly at: string;
}

/** What a change of password needs to know of its owner. */
export function findPasswordOwner(
  db: Db,
  userId: string,
): Promise<Pick<UserRow, 'email' | 'name' | 'passwordHash'> | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'name', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Sets a password, which ends every session of the person. */
export async function setPassword(trx: Trx, { userId, passwordHash, at }: NewPassword): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({
      passwordHash,
      mustChangePassword: 0,
      updatedAt: at,
      tokenVersion: eb('tokenVersion', '+', 1),
    }))
    .where('id', '=', userId)
    .execute();
}

/**
 * The same for somebody whose session is of this `tokenVersion`, and answers the row that a fresh token
 * is made from; undefined when that session has ended meanwhile.
 */
export async function changePassword(
  trx: Trx,
  { userId, passwordHash, at }: NewPassword,
  tokenVersion: number,
): Promise<CallerRow | undefined> {
  return trx
    .updateTable('users')
    .set({ passwordHash, mustChangePassword: 0, updatedAt: at, tokenVersion: tokenVersion + 1 })
    .where('id', '=', userId)
    .where('tokenVersion', '=', tokenVersion)
    .returning(['id', 'role', 'tokenVersion', 'mustChangePassword'])
    .executeTakeFirst();
}
