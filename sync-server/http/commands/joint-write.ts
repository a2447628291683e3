import {
  type CompiledQuery,
  expressionBuilder,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryCreator,
  sql,
} from 'kysely';
import { type RecordedValues, recordedValues, recordingIn } from '#sync-server/db/changes/changes-queries.ts';
import type { Change } from '#sync-server/db/changes/noted-edits.ts';
import { queryOnce, type ValueOf } from '#sync-server/db/compiled-once.ts';
import type { ReceiptRow, Tables } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { type PositionRow, positionAt } from '#sync-server/sync/epoch/run-queries.ts';
import { type InsertedReceipts, insertingReceipts } from './receipt-queries.ts';

type Writing<Values extends object> = (
  trx: QueryCreator<Tables>,
  value: ValueOf<Values>,
) => InsertQueryBuilder<Tables, 'progress', InsertResult>;

interface Written<Values extends object> {
  readonly values: Values;
  readonly receipts: readonly ReceiptRow[];
  readonly changes: readonly Change[];
  /** When the changes were made (ISO time). */
  readonly at: string;
}

const counted = expressionBuilder<{ counted: { value: number } }>().selectFrom('counted').select('value');

/**
 * Returns the last statement of joint commands: it writes their work, their receipts and their changes, and returns the
 * end of the history. Only for PostgreSQL: SQLite has no inserts in `with`, and gains nothing by fewer statements.
 */
export function jointWriteOf<Values extends object>(
  write: Writing<Values>,
): (trx: Trx, written: Written<Values>) => CompiledQuery<PositionRow> {
  const query = queryOnce((trx: Trx, value: ValueOf<Values & InsertedReceipts & RecordedValues>) => {
    const writing = recordingIn(trx, value)
      .with('written', (creator) => write(creator, value))
      .with('received', (creator) => insertingReceipts(creator, value));
    return positionAt(writing, sql`${counted}`);
  });
  return (trx, { values, receipts, changes, at }) =>
    query(trx, { ...values, receipts: JSON.stringify(receipts), ...recordedValues(at, changes) });
}
