import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { setDirectConnection } from './connections/direct-connections.ts';
import { ExclusiveFile } from './connections/exclusive-file.ts';
import { BUSY_TIMEOUT_MS, ImmediateSqliteDialect } from './connections/sqlite-dialect.ts';
import { SqliteFile } from './connections/sqlite-file.ts';
import type { Tables } from './tables.ts';

/** Reads. Writing needs a `Trx` (transaction.ts), so that a write outside a transaction does not compile. */
export type Db = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor'>;

/** The open database: it reads and begins transactions. */
export type Database = Db & Pick<Kysely<Tables>, 'transaction' | 'destroy'>;

interface OpenOptions {
  readonly enforcesReferences?: boolean;
  readonly onCommit?: () => void;
}

/**
 * Opens (or makes) the SQLite database. A commit is on the disk when it resolves (`synchronous=FULL`), which is what a
 * receipt promises. Throws when the file cannot be opened or is no database. The result can
 * write without a transaction, for migrations and tests; the server gets it as a {@link Database}. Only
 * migrations open it with `enforcesReferences: false`. `onCommit` is called after each writing transaction.
 *
 * Reads outside of transactions have a connection of their own: they see the last commit and wait for no
 * transaction, as on PostgreSQL.
 */
export function openDatabase(
  file: string,
  { enforcesReferences = true, onCommit = () => {} }: OpenOptions = {},
): Kysely<Tables> {
  const writer = new Sqlite(file, { timeout: BUSY_TIMEOUT_MS });
  const mode: unknown = writer.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') throw new Error(`${file} is on a disk on which SQLite has no log (WAL)`);
  writer.pragma('synchronous = FULL');
  writer.pragma(`foreign_keys = ${enforcesReferences ? 'ON' : 'OFF'}`);
  const reader = openReader(file);
  const connections = {
    writer: new ExclusiveFile(new SqliteFile(writer)),
    reader,
    snapshots: new ExclusiveFile(openReader(file)),
  };
  const db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ connections, onCommit }) });
  setDirectConnection(db, reader);
  return db;
}

const openReader = (file: string) =>
  new SqliteFile(new Sqlite(file, { timeout: BUSY_TIMEOUT_MS, readonly: true }));
