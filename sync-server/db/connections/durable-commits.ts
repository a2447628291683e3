import { CompiledQuery } from 'kysely';
import type { LogSync } from './log-sync.ts';
import type { Connections } from './routed-connection.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** As many pages as SQLite's own limit, after which it moves the log into the database. */
const LOG_PAGES_MAX = 1_000;

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
/** The first read of a transaction decides which commits it sees. */
const takeSnapshot = CompiledQuery.raw('select 1 from sqlite_schema limit 1');
const leaveSyncToUs = CompiledQuery.raw('pragma synchronous = normal');
const syncInCommit = CompiledQuery.raw('pragma synchronous = full');
const measureLog = CompiledQuery.raw('pragma wal_checkpoint(noop)');
const emptyLog = CompiledQuery.raw('pragma wal_checkpoint(passive)');

/** What commits need of the log. */
export type Log = Pick<LogSync, 'sync' | 'close'>;

interface LogSize {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Commits the writer's transactions and waits for the disk outside this thread. A commit is on the disk when it
 * resolves, as with `synchronous=FULL`, and no connection of this process shows it before: until then the reader has an
 * open snapshot of the commit before it, and snapshots wait. Otherwise a device could be told of a change that a power
 * failure takes back.
 *
 * The log may not be emptied within a commit, because the reader's snapshot is in it; that is done afterwards. Other
 * processes have no part in this: they see a commit some milliseconds early, and one of theirs is seen some
 * milliseconds late.
 */
export class DurableCommits {
  readonly #connections: Connections;
  readonly #log: Log;
  readonly #onSyncFailed: (error: unknown) => void;
  #syncing: Promise<void> | undefined;

  /** @param onSyncFailed ends the process: a second attempt would report success, whatever is on the disk */
  constructor(connections: Connections, log: Log, onSyncFailed: (error: unknown) => void) {
    this.#connections = connections;
    this.#log = log;
    this.#onSyncFailed = onSyncFailed;
  }

  /** Before the writer's transaction begins; SQLite does not change it within one. */
  prepare(): void {
    this.#connections.writer.file.run(leaveSyncToUs);
  }

  /** After the writer's transaction has ended. Other writes, outside of transactions, are synced by SQLite. */
  finish(): void {
    const { file } = this.#connections.writer;
    if (!file.isInTransaction) file.run(syncInCommit);
  }

  /** Throws SQLite's error, and has written nothing, when the commit fails. */
  async commit(): Promise<void> {
    const { writer, reader } = this.#connections;
    beginSnapshot(reader);
    try {
      writer.file.run(commit);
      this.#syncing = this.#sync();
      await this.#syncing;
      this.#syncing = undefined;
    } finally {
      reader.run(commit);
    }
    this.#limitLog();
  }

  /** Begins a transaction that only reads. */
  async beginSnapshot(file: SqliteFile): Promise<void> {
    while (this.#syncing !== undefined) await this.#syncing;
    beginSnapshot(file);
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  /** Does not resolve when it fails: nothing may be acknowledged or shown any more. */
  async #sync(): Promise<void> {
    try {
      await this.#log.sync();
    } catch (error) {
      this.#onSyncFailed(error);
      await new Promise(() => {});
    }
  }

  /** As in SQLite, an error is no error of the commit: everything remains in the log, and the next commit tries again. */
  #limitLog(): void {
    const { file } = this.#connections.writer;
    try {
      const [size] = file.run<LogSize>(measureLog).rows;
      if (size !== undefined && size.log >= LOG_PAGES_MAX && size.checkpointed < size.log) file.run(emptyLog);
    } catch {}
  }
}

function beginSnapshot(file: SqliteFile): void {
  file.run(begin);
  file.run(takeSnapshot);
}
