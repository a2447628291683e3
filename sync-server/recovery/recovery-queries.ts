import type { Db } from '../db/open.ts';
import type { ResetRequestRow, ResetTokenRow, UserRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

type Addressee = Pick<UserRow, 'id' | 'email' | 'name'>;

/** Who would get a code for this email. Reads little, so that it takes as long for nobody. */
export function findAddressee(trx: Trx, email: string): Promise<Addressee | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/**
 * Makes `request` the only one of its email; false (and nothing changed) when the last was made after
 * `resendableBefore`. One statement decides, whatever races.
 */
export async function replaceRequest(
  trx: Trx,
  request: ResetRequestRow,
  resendableBefore: string,
): Promise<boolean> {
  const { id, userId, codeHash, triesLeft, createdAt, expiresAt } = request;
  const result = await trx
    .insertInto('resetRequests')
    .values(request)
    .onConflict((conflict) =>
      conflict
        .column('emailHash')
        .doUpdateSet({ id, userId, codeHash, triesLeft, createdAt, expiresAt })
        .where('resetRequests.createdAt', '<=', resendableBefore),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Counts a try and answers the request it was for; undefined when none is open for this email. */
export function takeTry(trx: Trx, emailHash: string, now: string): Promise<ResetRequestRow | undefined> {
  return trx
    .updateTable('resetRequests')
    .set((eb) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('emailHash', '=', emailHash)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Ends a request whose code was right; the row stays, so that the next code still has to wait its minute. */
export async function closeRequest(trx: Trx, emailHash: string): Promise<void> {
  await trx.updateTable('resetRequests').set({ triesLeft: 0 }).where('emailHash', '=', emailHash).execute();
}

/** Gives a person this reset token and voids those before it. */
export async function insertToken(trx: Trx, token: ResetTokenRow): Promise<void> {
  await trx.deleteFrom('resetTokens').where('userId', '=', token.userId).execute();
  await trx.insertInto('resetTokens').values(token).execute();
}

/** Whose token this is; undefined for one that is unknown, used or expired. */
export function findTokenOwner(db: Db, tokenHash: string, now: string): Promise<Addressee | undefined> {
  return db
    .selectFrom('resetTokens')
    .innerJoin('users', 'users.id', 'resetTokens.userId')
    .select(['users.id', 'users.email', 'users.name'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses a token up; false when somebody was faster or it expired meanwhile. */
export async function takeToken(trx: Trx, tokenHash: string, now: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('resetTokens')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** After a change of password no older code or token may change it again. */
export async function voidRecovery(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('resetTokens').where('userId', '=', userId).execute();
  await trx.updateTable('resetRequests').set({ triesLeft: 0 }).where('userId', '=', userId).execute();
}

/** Forgets requests and tokens whose time is over. */
export async function removeOldRecovery(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.deleteFrom('resetRequests').where('expiresAt', '<=', at).execute();
  await db.deleteFrom('resetTokens').where('expiresAt', '<=', at).execute();
}
