import type { UserRow } from '../db/account-tables.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import type { CallerRow } from '../sessions/user-queries.ts';

interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** ISO time. */
  readonly at: string;
  /** The password was generated and must be changed before any other request. */
  readonly mustChange?: boolean;
}

/** The address for mails of an account, and the hash that its password is checked against. */
export function findPasswordOwner(
  db: Db,
  userId: string,
): Promise<Pick<UserRow, 'id' | 'email' | 'name' | 'passwordHash'> | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'passwordHash'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Replaces the hash of a password that stays; sessions continue. Not if the password was changed meanwhile. */
export async function renewPasswordHash(
  trx: Trx,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  renewed: string,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ passwordHash: renewed })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .execute();
}

/** Sets a password, which ends every session of the user. */
export async function setPassword(
  trx: Trx,
  { userId, passwordHash, at, mustChange = false }: NewPassword,
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({
      passwordHash,
      mustChangePassword: mustChange ? 1 : 0,
      updatedAt: at,
      tokenVersion: eb('tokenVersion', '+', 1),
    }))
    .where('id', '=', userId)
    .execute();
}

/**
 * The same for a user whose session has this `tokenVersion`; returns the row that a new token is made from,
 * or undefined when that session has ended meanwhile.
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
