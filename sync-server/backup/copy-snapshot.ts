import Sqlite from 'better-sqlite3';
import {
  type DatabaseFacts,
  listNamedFiles,
  type NamedFile,
  openToRead,
  readFacts,
} from './database-facts.ts';

/** Four megabytes between two reports of progress. */
const PAGES_AT_ONCE = 1_000;

interface Snapshot {
  readonly takenAt: Date;
  readonly facts: DatabaseFacts;
  readonly files: readonly NamedFile[];
}

/**
 * Copies a database as of one moment, also while a server writes it, and returns the facts of the same moment.
 *
 * The read transaction stays open over the whole copy. Without it SQLite begins the copy again after each commit
 * of another process, and under steady writes it never ends.
 */
export async function copySnapshot(
  file: string,
  copy: string,
  onProgress: (percent: number) => void,
): Promise<Snapshot> {
  const db = openToRead(file);
  try {
    db.exec('begin');
    const facts = readFacts(db);
    const takenAt = new Date();
    const files = listNamedFiles(db);
    await db.backup(copy, {
      progress: ({ totalPages, remainingPages }) => {
        if (totalPages > 0) onProgress(Math.floor((100 * (totalPages - remainingPages)) / totalPages));
        return PAGES_AT_ONCE;
      },
    });
    db.exec('commit');
    makeOneFile(copy);
    return { takenAt, facts, files };
  } finally {
    db.close();
  }
}

/** One file, without a write-ahead log beside it, can be moved and opened for reading anywhere. */
function makeOneFile(copy: string): void {
  const db = new Sqlite(copy);
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}
