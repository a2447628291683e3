import { type QueryCreator, sql } from 'kysely';
import { EMPTY_RECEIPT_LIFETIME_DAYS, RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import { type NamedSession, SESSION_USER_COLUMNS } from '#sync-server/auth/session/session-queries.ts';
import {
  compiledOnce,
  queryOnce,
  type ValueOf,
  valuesOf,
  writtenOnce,
} from '#sync-server/db/compiled-once.ts';
import { countDeleted, ROWS_PER_PIECE } from '#sync-server/db/in-pieces.ts';
import type { Db } from '#sync-server/db/open.ts';
import { rowsOf } from '#sync-server/db/postgres/rows-of.ts';
import type { ReceiptRow, Tables } from '#sync-server/db/tables.ts';
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

interface SentCommand extends NamedSession {
  readonly key: string;
}

/** A command as a statement gets it; `n` is its index. */
type CountedCommand = SentCommand & { readonly n: number };

/** The values of {@link sentCommandsOf}. */
export interface SentCommands {
  /** JSON of {@link CountedCommand}. */
  readonly commands: string;
}

export const toSentCommands = (commands: readonly SentCommand[]): SentCommands => ({
  commands: JSON.stringify(
    commands.map(({ userId, sessionId, key }, n): CountedCommand => ({ userId, sessionId, key, n })),
  ),
});

/** The users and sessions of several commands whose users exist, and which of the commands have a receipt. */
export const sentCommandsOf = queryOnce((db, value: ValueOf<SentCommands>) => sentCommandsIn(db, value));

export const findSentCommands = compiledOnce((db, value: ValueOf<SentCommands>) => sentCommandsIn(db, value));

const sentCommandsIn = (db: Db, value: ValueOf<SentCommands>) =>
  db
    .selectFrom(
      rowsOf<CountedCommand, 'sent'>(value('commands'), 'sent', {
        ...({ userId: 'text', sessionId: 'text', key: 'text', n: 'bigint' } as const),
      }),
    )
    .innerJoin('users', 'users.id', 'sent.userId')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.userId', '=', 'users.id').onRef('sessions.id', '=', 'sent.sessionId'),
    )
    .leftJoin('receipts', (join) =>
      join.onRef('receipts.userId', '=', 'sent.userId').onRef('receipts.key', '=', 'sent.key'),
    )
    .select(SESSION_USER_COLUMNS)
    .select(['sent.n', 'receipts.key as receivedKey']);

/** Stores the first reply; must run in the transaction of its effect. */
export async function insertReceipt(trx: Trx, receipt: ReceiptRow): Promise<void> {
  await insert(trx, receipt);
}

const insert = writtenOnce((trx, value: ValueOf<ReceiptRow>) =>
  trx.insertInto('receipts').values(valuesOf(value, RECEIPT_COLUMNS)),
);

/** The values of {@link insertingReceipts}. */
export interface InsertedReceipts {
  /** JSON of rows. */
  readonly receipts: string;
}

/** Stores several first replies by one statement, on PostgreSQL. */
export const insertReceipts = writtenOnce((trx, value: ValueOf<InsertedReceipts>) =>
  insertingReceipts(trx, value),
);

/** The insert of {@link insertReceipts}, as a part of a statement. */
export const insertingReceipts = (trx: QueryCreator<Tables>, value: ValueOf<InsertedReceipts>) =>
  trx
    .insertInto('receipts')
    .columns(RECEIPT_COLUMNS)
    .expression(
      trx
        .selectFrom(
          rowsOf<ReceiptRow, 'receipt'>(value('receipts'), 'receipt', {
            ...({ userId: 'text', key: 'text', fingerprint: 'text' } as const),
            ...({ status: 'bigint', body: 'text', createdAt: 'text' } as const),
          }),
        )
        .select(RECEIPT_COLUMNS),
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
