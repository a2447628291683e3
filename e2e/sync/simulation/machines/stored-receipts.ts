import Database from 'better-sqlite3';
import { EMPTY_RECEIPT_LIFETIME_DAYS, RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import { SEQUENCE } from '#sync-server/db/changes/changes-queries.ts';
import type { Db } from '#sync-server/db/open.ts';

const HOUR_MS = 60 * 60_000;
const KEYS = 'select key from receipts';
const LAST_SEQUENCE = 'select value from counters where name = ?';

/** The keys of receipts whose time is over, or is over within the hour, as promised in docs/protocol.md. */
export async function listExpiredReceipts(db: Db, nowMs: number): Promise<string[]> {
  const rows = await db.selectFrom('receipts').select(['key', 'body', 'createdAt']).execute();
  const lifetimeHours = (body: string) =>
    24 * (body === '' ? EMPTY_RECEIPT_LIFETIME_DAYS : RECEIPT_LIFETIME_DAYS) - 1;
  return rows
    .filter(({ body, createdAt }) => Date.parse(createdAt) < nowMs - lifetimeHours(body) * HOUR_MS)
    .map(({ key }) => key);
}

/** Copies a database that a server has open, without its simulated disk, which may be full by now. */
export function copyDatabase(file: string, copy: string): void {
  const database = new Database(file, { readonly: true });
  try {
    database.prepare('vacuum into ?').run(copy);
  } finally {
    database.close();
  }
}

/** The receipts of a database that no server has open. */
export interface StoredReceipts {
  readonly keys: ReadonlySet<string>;
  /** The number of the last change; 0 before the first. */
  readonly sequence: number;
}

/** The receipts in a database file. */
export function readReceipts(file: string): StoredReceipts {
  const database = new Database(file, { readonly: true });
  try {
    const keys = database.prepare<[], string>(KEYS).pluck().all();
    const sequence = database.prepare<[string], number>(LAST_SEQUENCE).pluck().get(SEQUENCE) ?? 0;
    return { keys: new Set(keys), sequence };
  } finally {
    database.close();
  }
}

export interface RestoredReceipts {
  /** The keys of those in the backup. */
  readonly inBackup: ReadonlySet<string>;
  /** The keys of those that were lost if no row was: then nothing shows that a backup was restored. */
  readonly unnoticed: readonly string[];
}

/** Compares the receipts of the database with those of the backup that is restored. */
export function compareReceipts(current: StoredReceipts, backup: StoredReceipts): RestoredReceipts {
  const lost = [...current.keys].filter((key) => !backup.keys.has(key));
  return { inBackup: backup.keys, unnoticed: current.sequence > backup.sequence ? [] : lost };
}
