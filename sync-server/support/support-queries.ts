import type { SupportRequest } from '#schema/account/support.ts';
import type { Db } from '../db/open.ts';
import type { SupportRequestRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

/** Admins see only the newest; older ones remain in the database. */
const LISTED_MAX = 500;

export function findSupportRequest(db: Db, id: string): Promise<SupportRequestRow | undefined> {
  return db.selectFrom('supportRequests').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores a request; returns false and stores nothing when one with this id exists. */
export async function insertSupportRequest(trx: Trx, request: SupportRequestRow): Promise<boolean> {
  const result = await trx
    .insertInto('supportRequests')
    .values(request)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The newest 500 requests, newest first. */
export function listSupportRequests(db: Db): Promise<SupportRequest[]> {
  return db
    .selectFrom('supportRequests')
    .select(['id', 'name', 'email', 'subject', 'orderNumber', 'message', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
}
