import { CompiledQuery, type Transaction } from 'kysely';
import { isDiskFull } from '../disk-full.ts';
import { NotedEdits, notedEditsOf, setNotedEdits } from './changes/noted-edits.ts';
import { removeDirectConnection, setDirectConnection } from './connections/direct-connections.ts';
import { RoutedConnection } from './connections/routed-connection.ts';
import type { Database, Db } from './open.ts';
import { beginScoped, SCOPED } from './postgres/postgres-dialect.ts';
import { isDatabaseUnavailable } from './postgres/unavailable.ts';
import { lanesOf } from './postgres/writer-lanes.ts';
import type { Scope } from './scope.ts';
import type { Tables } from './tables.ts';

/** A writing transaction, the only way to write; {@link inTransaction} begins it. */
export type Trx = Transaction<Tables>;

/** A transaction in which everything is read as of one moment. A `Trx` is one, too. */
export type ReadTrx = Db & Pick<Trx, 'isTransaction'>;

/**
 * Runs `work` in one writing transaction. Writing transactions run one after the other (on SQLite by BEGIN IMMEDIATE on
 * one connection, on PostgreSQL by a lock): await only the database inside, no hashing, no mail, no fetch.
 */
export function inTransaction<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  const run = () => db.transaction().execute((trx) => withDirectConnection(trx, work));
  return lanesOf(db)?.run('whole', run) ?? run();
}

/** Runs `work` in a writing transaction with a scope, beside which PostgreSQL runs those of others. */
export function inScope<T>(db: Database, scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
  const lanes = lanesOf(db);
  if (lanes === undefined || scope === 'whole') return inTransaction(db, work);
  const begin = () => db.transaction().setIsolationLevel(SCOPED);
  return lanes.run(scope, () =>
    begin().execute(async (trx) => {
      await trx.executeQuery(beginScoped(scope.persons));
      return withDirectConnection(trx, work);
    }),
  );
}

/** Whether transactions of different users run at the same time. */
export const hasScopes = (db: Database): boolean => lanesOf(db) !== undefined;

/**
 * Runs `work`, which only reads, on one snapshot of the database: later commits are not visible. Await only
 * the database inside, as for {@link inTransaction}.
 */
export function inSnapshot<T>(db: Database, work: (trx: ReadTrx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute((trx) => withDirectConnection(trx, work));
}

/** Runs `work` while compiled queries use the transaction's connection without Kysely, where it is one of SQLite. */
async function withDirectConnection<T>(trx: Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  const direct = await trx
    .getExecutor()
    .provideConnection(async (connection) =>
      connection instanceof RoutedConnection ? connection.file : null,
    );
  if (direct !== null) setDirectConnection(trx, direct);
  setNotedEdits(trx, new NotedEdits());
  try {
    const result = await work(trx);
    await notedEditsOf(trx)?.record();
    return result;
  } finally {
    removeDirectConnection(trx);
  }
}

/** Compiled once, because every command needs them. */
const begin = CompiledQuery.raw('savepoint attempt');
const release = CompiledQuery.raw('release savepoint attempt');
const rollBack = CompiledQuery.raw('rollback to savepoint attempt');

/** Runs `work`; when it throws, its writes are rolled back and the transaction continues. */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await trx.executeQuery(begin);
  const edits = notedEditsOf(trx)?.copy();
  try {
    const result = await work();
    await trx.executeQuery(release);
    return result;
  } catch (error) {
    // A full disk or a lost connection has ended the whole transaction, and its savepoints with it.
    if (!isDiskFull(error) && !isDatabaseUnavailable(error)) {
      await trx.executeQuery(rollBack);
      if (edits !== undefined) setNotedEdits(trx, edits);
      await trx.executeQuery(release);
    }
    throw error;
  }
}
