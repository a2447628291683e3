import { RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import { compiledOnce, type ValueOf } from '#sync-server/db/compiled-once.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { ReceiptRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Returns the stored first reply to the command with this key, if it has not expired. */
export async function findReceipt(db: Db, userId: string, key: string): Promise<ReceiptRow | undefined> {
  return (await receiptsOf(db, { userId, key }))[0];
}

const receiptsOf = compiledOnce((db, value: ValueOf<Pick<ReceiptRow, 'userId' | 'key'>>) =>
  db.selectFrom('receipts').selectAll().where('userId', '=', value('userId')).where('key', '=', value('key')),
);

/** Stores the first reply; must run in the transaction of its effect. */
export async function insertReceipt(trx: Trx, receipt: ReceiptRow): Promise<void> {
  await insert(trx, receipt);
}

const insert = compiledOnce((trx: Trx, value: ValueOf<ReceiptRow>) =>
  trx.insertInto('receipts').values({
    userId: value('userId'),
    key: value('key'),
    fingerprint: value('fingerprint'),
    status: value('status'),
    body: value('body'),
    createdAt: value('createdAt'),
  }),
);

/** Removes expired receipts (docs/protocol.md, Receipts) and returns how many. */
export async function removeOldReceipts(trx: Trx, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - RECEIPT_LIFETIME_DAYS * DAY_MS).toISOString();
  const result = await trx.deleteFrom('receipts').where('createdAt', '<', oldest).executeTakeFirst();
  return Number(result.numDeletedRows);
}
