import type { SupportRequest } from '#schema/account/support.ts';
import type { Db } from '../db/open.ts';
import type { SupportRequestRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { REFUSED } from '../mail/mail-queries.ts';

/** Admins see only the newest of the open ones and of the done ones; older ones remain in the database. */
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

/** The newest 500 open requests and the newest 500 done ones, all newest first. */
export async function listSupportRequests(db: Db): Promise<SupportRequest[]> {
  const rows = [...(await newestOf(db, 'is')), ...(await newestOf(db, 'is not'))];
  return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
}

const newestOf = (db: Db, isOpen: 'is' | 'is not') =>
  db
    .selectFrom('supportRequests')
    .select(['id', 'userId', 'name', 'email', 'subject', 'orderNumber', 'message', 'createdAt', 'doneAt'])
    .where('doneAt', isOpen, null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();

const keyOf = ({ createdAt, id }: SupportRequest): string => `${createdAt} ${id}`;

/** Marks a request as done at a time, or as open; returns false for an unknown one. */
export async function setDoneAt(trx: Trx, id: string, doneAt: string | null): Promise<boolean> {
  const result = await trx
    .updateTable('supportRequests')
    .set({ doneAt })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Whether a mail server refused a mail to this address for good within the time that mails stay on record. */
export async function isUndeliverable(db: Db, email: string): Promise<boolean> {
  const refused = await db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', email)
    .where('lastProblem', 'like', `${REFUSED}%`)
    .where('nextAttemptAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return refused !== undefined;
}
