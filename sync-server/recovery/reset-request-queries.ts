import type { Db } from '../db/open.ts';
import type { ResetRequestRow } from '../db/recovery-tables.ts';
import type { Trx } from '../db/transaction.ts';

type RequestName = Pick<ResetRequestRow, 'idHash' | 'emailHash'>;

/** Returns the request with this id and email, whatever its state. */
export function findRequest(
  db: Db,
  { idHash, emailHash }: RequestName,
): Promise<ResetRequestRow | undefined> {
  return db
    .selectFrom('resetRequests')
    .selectAll()
    .where('idHash', '=', idHash)
    .where('emailHash', '=', emailHash)
    .executeTakeFirst();
}

/** Returns the newest request of a network for an email after `since` (ISO time). */
export function findRecentRequest(
  trx: Trx,
  { emailHash, networkHash }: Pick<ResetRequestRow, 'emailHash' | 'networkHash'>,
  since: string,
): Promise<ResetRequestRow | undefined> {
  return trx
    .selectFrom('resetRequests')
    .selectAll()
    .where('emailHash', '=', emailHash)
    .where('networkHash', '=', networkHash)
    .where('plainTriesLeft', 'is not', null)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Stores a request, or updates the one with this id. */
export async function upsertRequest(trx: Trx, request: ResetRequestRow): Promise<void> {
  const { codeId, codeHash, triesLeft, plainTriesLeft, createdAt, expiresAt, closedAt } = request;
  const changes = { codeId, codeHash, triesLeft, plainTriesLeft, createdAt, expiresAt, closedAt };
  await trx
    .insertInto('resetRequests')
    .values(request)
    .onConflict((conflict) => conflict.column('idHash').doUpdateSet(changes))
    .execute();
}

/** Counts an attempt on an open request and returns the request; undefined when it is not open. */
export function takeTry(
  trx: Trx,
  { idHash, emailHash }: RequestName,
  now: string,
): Promise<ResetRequestRow | undefined> {
  return trx
    .updateTable('resetRequests')
    .set((eb) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('idHash', '=', idHash)
    .where('emailHash', '=', emailHash)
    .where('triesLeft', '>', 0)
    .where('closedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The same for a call that names no request: uses the newest code requested from the caller's network,
 * otherwise the newest of all.
 */
export async function takePlainTry(
  trx: Trx,
  { emailHash, networkHash }: Pick<ResetRequestRow, 'emailHash' | 'networkHash'>,
  now: string,
): Promise<ResetRequestRow | undefined> {
  const newest = await trx
    .selectFrom('resetRequests')
    .select('idHash')
    .where('emailHash', '=', emailHash)
    .where('plainTriesLeft', 'is not', null)
    .orderBy((eb) => eb('networkHash', '=', networkHash), 'desc')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return trx
    .updateTable('resetRequests')
    .set((eb) => ({ plainTriesLeft: eb('plainTriesLeft', '-', 1) }))
    .where('idHash', '=', newest?.idHash ?? '')
    .where('plainTriesLeft', '>', 0)
    .where('closedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Voids a used code, in all requests that it was mailed for. */
export async function closeCode(trx: Trx, codeId: string, closedAt: string): Promise<void> {
  await trx.updateTable('resetRequests').set({ closedAt }).where('codeId', '=', codeId).execute();
}

/** Voids all codes of a user. */
export async function closeRequestsOf(trx: Trx, userId: string, closedAt: string): Promise<void> {
  await trx.updateTable('resetRequests').set({ closedAt }).where('userId', '=', userId).execute();
}

export async function removeExpiredRequests(trx: Trx, now: string): Promise<void> {
  await trx.deleteFrom('resetRequests').where('expiresAt', '<=', now).execute();
}
