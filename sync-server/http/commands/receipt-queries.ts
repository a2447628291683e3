import { sql } from 'kysely';
import { EMPTY_RECEIPT_LIFETIME_DAYS, RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import { compiledOnce, type ValueOf, valuesOf } from '#sync-server/db/compiled-once.ts';
import { countDeleted, ROWS_PER_PIECE } from '#sync-server/db/in-pieces.ts';
import type { Db } from '#sync-server/db/open.ts';
import type { ReceiptRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const RECEIPT_COLUMNS = ['userId', 'key', 'fingerprint', 'status', 'body', 'createdAt'] as const;

/** Returns the stored first reply to the command with this key, if it has not expired. */
export async function findReceipt(db: Db, userId: string, key: string): Promise<ReceiptRow | undefined> {
  return (await receiptsOf(db, { userId, key }))[0];
}

const receiptsOf = compiledOnce((db, value: ValueOf<Pick<ReceiptRow, 'userId' | 'key'>>) =>
  db
    .selectFrom('receipts')
    .select(RECEIPT_COLUMNS)
    .where('userId', '=', value('userId'))
    .where('key', '=', value('key')),
);

/** Stores the first reply; must run in the transaction of its effect. */
export async function insertReceipt(trx: Trx, receipt: ReceiptRow): Promise<void> {
  await insert(trx, receipt);
}

const insert = compiledOnce((trx: Trx, value: ValueOf<ReceiptRow>) =>
  trx.insertInto('receipts').values(valuesOf(value, RECEIPT_COLUMNS)),
);

/** Removes some of the expired receipts (docs/protocol.md, Receipts) and returns how many; see `removeInPieces`. */
export async function removeOldReceipts(trx: Trx, now: Date): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const empty = await removeReceipts(trx, { before: daysAgo(EMPTY_RECEIPT_LIFETIME_DAYS), isEmpty: true });
  if (empty === ROWS_PER_PIECE) return empty;
  return empty + (await removeReceipts(trx, { before: daysAgo(RECEIPT_LIFETIME_DAYS), isEmpty: false }));
}

interface OldReceipts {
  readonly before: string;
  /** Only those without a body. */
  readonly isEmpty: boolean;
}

function removeReceipts(trx: Trx, { before, isEmpty }: OldReceipts): Promise<number> {
  const oldest = trx
    .selectFrom('receipts')
    .select(['userId', 'key'])
    .where('createdAt', '<', before)
    // As in the index on them: a bound value would not select it.
    .$if(isEmpty, (query) => query.where(sql<boolean>`body = ''`))
    .orderBy('createdAt')
    .limit(ROWS_PER_PIECE);
  return countDeleted(
    trx
      .deleteFrom('receipts')
      .where(({ eb, refTuple }) => eb(refTuple('userId', 'key'), 'in', oldest.$asTuple('userId', 'key'))),
  );
}
