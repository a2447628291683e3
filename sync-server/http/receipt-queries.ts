import { RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import type { Db } from '../db/open.ts';
import type { ReceiptRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The stored first reply to the command with this key, if it is still kept. */
export function findReceipt(db: Db, userId: string, key: string): Promise<ReceiptRow | undefined> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Stores the first reply; belongs into the transaction of its effect. */
export async function insertReceipt(trx: Trx, receipt: ReceiptRow): Promise<void> {
  await trx.insertInto('receipts').values(receipt).execute();
}

/** Removes receipts older than their lifetime (contract, section 1) and says how many. */
export async function removeOldReceipts(db: Db, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - RECEIPT_LIFETIME_DAYS * DAY_MS).toISOString();
  const result = await db.deleteFrom('receipts').where('createdAt', '<', oldest).executeTakeFirst();
  return Number(result.numDeletedRows);
}
