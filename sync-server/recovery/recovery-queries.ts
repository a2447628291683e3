import type { UserRow } from '../db/account-tables.ts';
import type { Db } from '../db/open.ts';
import type { ResetTokenRow } from '../db/recovery-tables.ts';
import type { Trx } from '../db/transaction.ts';
import { closeRequestsOf, removeExpiredRequests } from './reset-request-queries.ts';

export type Addressee = Pick<UserRow, 'id' | 'email' | 'name'>;

/**
 * Returns the recipient of a code for this email. Reads few columns, so it takes as long for an unknown one.
 */
export function findAddressee(db: Db, email: string): Promise<Addressee | undefined> {
  return db.selectFrom('users').select(['id', 'email', 'name']).where('email', '=', email).executeTakeFirst();
}

/** Stores this reset token for a user and voids earlier ones. */
export async function insertToken(trx: Trx, token: ResetTokenRow): Promise<void> {
  await trx.deleteFrom('resetTokens').where('userId', '=', token.userId).execute();
  await trx.insertInto('resetTokens').values(token).execute();
}

/** Returns the user of this token; undefined for one that is unknown, used or expired. */
export function findTokenOwner(db: Db, tokenHash: string, now: string): Promise<Addressee | undefined> {
  return db
    .selectFrom('resetTokens')
    .innerJoin('users', 'users.id', 'resetTokens.userId')
    .select(['users.id', 'users.email', 'users.name'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Voids every reset code and reset token: after a restore, those used since the backup would be valid again. */
export async function voidAllRecovery(trx: Trx): Promise<void> {
  await trx.deleteFrom('resetTokens').execute();
  await trx.deleteFrom('resetRequests').execute();
}

/** Consumes a token; false when another request was first or it has expired meanwhile. */
export async function takeToken(trx: Trx, tokenHash: string, now: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('resetTokens')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** After a password change no older code or token may change it again. */
export async function voidRecovery(trx: Trx, userId: string, at: string): Promise<void> {
  await trx.deleteFrom('resetTokens').where('userId', '=', userId).execute();
  await closeRequestsOf(trx, userId, at);
}

/** Removes expired requests and tokens. */
export async function removeOldRecovery(trx: Trx, now: Date): Promise<void> {
  const at = now.toISOString();
  await removeExpiredRequests(trx, at);
  await trx.deleteFrom('resetTokens').where('expiresAt', '<=', at).execute();
}
