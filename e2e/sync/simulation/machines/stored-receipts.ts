import Database from 'better-sqlite3';
import { EMPTY_RECEIPT_LIFETIME_DAYS, RECEIPT_LIFETIME_DAYS } from '#schema/limits.ts';
import type { Db } from '#sync-server/db/open.ts';

const HOUR_MS = 60 * 60_000;

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

/** The keys of the receipts in a database file that no server has open. */
export function readReceiptKeys(file: string): ReadonlySet<string> {
  const database = new Database(file, { readonly: true });
  try {
    return new Set(database.prepare<[], string>('select key from receipts').pluck().all());
  } finally {
    database.close();
  }
}
