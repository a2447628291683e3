import { CompiledQuery, type DatabaseConnection, type Transaction } from 'kysely';
import { isDiskFull } from '../disk-full.ts';
import { NotedEdits, notedEditsOf, setNotedEdits } from './changes/noted-edits.ts';
import {
  type DirectConnection,
  directConnectionOf,
  removeDirectConnection,
  setDirectConnection,
} from './connections/direct-connections.ts';
import { RoutedConnection } from './connections/routed-connection.ts';
import type { Database, Db } from './open.ts';
import { isOnPostgres } from './postgres/is-on-postgres.ts';
import { PipelinedConnection } from './postgres/pipelined-connection.ts';
import { beginReading, beginScoped, commitWith, SCOPED } from './postgres/postgres-dialect.ts';
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

/** The same for work with a scope, beside which PostgreSQL runs that of others. */
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

/** The last query of a transaction of {@link inJointScope}, which commits it; returns its rows. */
type CommitWith = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/**
 * The same on PostgreSQL alone, for work that reads by two queries that are known before it begins, and writes by one:
 * the transaction takes two round trips. `work` gets the rows of the two; the result of its promise is on the disk.
 */
export function inJointScope<T, One, Other>(
  db: Database,
  persons: readonly string[],
  reads: readonly [CompiledQuery<One>, CompiledQuery<Other>],
  work: (trx: Trx, rows: readonly [One[], Other[]], commit: CommitWith) => Promise<T>,
): Promise<T> {
  const run = () =>
    db
      .transaction()
      .setIsolationLevel(SCOPED)
      .execute(async (trx) => {
        const executor = trx.getExecutor();
        const rows = await beginReading(executor, persons, reads);
        return work(trx, rows, (query) => commitWith(executor, query));
      });
  const lanes = lanesOf(db);
  if (lanes === undefined) throw new Error('Only PostgreSQL has scopes');
  return lanes.run({ persons }, run);
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

/** Runs `work` while compiled queries use the transaction's connection without Kysely. */
async function withDirectConnection<T>(trx: Trx, work: (trx: Trx) => Promise<T>): Promise<T> {
  const isPostgres = isOnPostgres(trx);
  const toDirect = (connection: DatabaseConnection): DirectConnection | null => {
    if (connection instanceof RoutedConnection) return connection.file;
    return isPostgres ? new PipelinedConnection(connection) : null;
  };
  const direct = await trx.getExecutor().provideConnection(async (connection) => toDirect(connection));
  if (direct === null) return work(trx);
  setDirectConnection(trx, direct);
  setNotedEdits(trx, new NotedEdits());
  try {
    return await settled(trx, async () => {
      const result = await work(trx);
      await notedEditsOf(trx)?.record();
      return result;
    });
  } finally {
    removeDirectConnection(trx);
  }
}

/**
 * Runs `work`, and waits for the writes that it has sent. If `work` fails after a write has failed, it rejects with the
 * error of the write, which caused the other.
 */
async function settled<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const settle = async () => directConnectionOf(trx)?.settle?.();
  try {
    const result = await work();
    await settle();
    return result;
  } catch (error) {
    await settle();
    throw error;
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
    const result = await settled(trx, work);
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
