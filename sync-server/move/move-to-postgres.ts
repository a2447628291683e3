import { join } from 'node:path';
import type { Logger } from 'pino';
import { openToRead } from '../backup/database-facts.ts';
import { DATABASE_FILE } from '../backup/verify-backup.ts';
import { migratePostgres } from '../db/postgres/migrate-postgres.ts';
import { openPool, openPostgres } from '../db/postgres/open-postgres.ts';
import { requireUsable } from '../db/postgres/require-usable.ts';
import { compareRows, copyRows } from './copy-rows.ts';
import { PostgresRows } from './postgres-rows.ts';
import { requireCurrentFile } from './require-current-file.ts';
import { SqliteRows } from './sqlite-rows.ts';
import { listTables } from './table-shape.ts';
import { beginMove, endMove, requireNoServer } from './unfinished-move.ts';

export interface MoveOptions {
  readonly dataFolder: string;
  /** The PostgreSQL database. */
  readonly url: string;
  readonly log: Logger;
  /** Called with a line for each table. */
  readonly onProgress: (line: string) => void;
}

/** The name of the move's own connections. */
export const MOVER = 'carrel-move';

/**
 * Copies the SQLite database of a data folder, which no server uses, into an empty PostgreSQL database, compares every
 * row, and returns their number. The epoch stays: devices continue from their cursors. An interrupted move is continued
 * by the next one, and no server starts on the database before. Throws with the reason.
 */
export async function moveToPostgres({ dataFolder, url, log, onProgress }: MoveOptions): Promise<number> {
  const file = openToRead(join(dataFolder, DATABASE_FILE));
  const pool = openPool(url, log, MOVER);
  try {
    requireCurrentFile(file);
    await requireUsable(pool, url);
    await requireNoServer(pool);
    await migratePostgres(openPostgres(pool));
    await beginMove(pool);
    const client = await pool.connect();
    try {
      const sides = { from: new SqliteRows(file), to: new PostgresRows(client) };
      const move = { ...sides, tables: listTables(file), onProgress };
      await copyRows(move);
      const rows = await compareRows(move);
      await endMove(pool);
      return rows;
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
    file.close();
  }
}
