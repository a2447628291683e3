import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DATABASE_FILE } from '../backup/verify-backup.ts';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/postgres/open-postgres.ts';
import { requireUsable } from '../db/postgres/require-usable.ts';
import { WatermarkWriter } from '../epoch/watermark-writer.ts';
import { compareRows, copyRows } from './copy-rows.ts';
import { MOVER, type MoveOptions } from './move-to-postgres.ts';
import { PostgresRows } from './postgres-rows.ts';
import { SqliteRows } from './sqlite-rows.ts';
import { listTables } from './table-shape.ts';
import { requireNoMove, requireNoServer } from './unfinished-move.ts';

/**
 * Copies a PostgreSQL database, which no server uses, into a new SQLite database of a data folder, compares every row, and
 * returns their number. The epoch stays. The file gets its name when it is complete; an interrupted move is continued
 * by the next one. Throws with the reason.
 */
export async function moveToSqlite(options: MoveOptions): Promise<number> {
  const { dataFolder, url, log } = options;
  const path = join(dataFolder, DATABASE_FILE);
  if (existsSync(path))
    throw new Error(`${path} exists. Nothing was changed. Move it away, or use another data folder`);
  const pool = openPool(url, log, MOVER);
  try {
    await requireUsable(pool, url);
    await requireNoServer(pool);
    await requireNoMove(pool);
    const client = await pool.connect();
    try {
      return await moveInto(path, new PostgresRows(client), options);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

async function moveInto(path: string, from: PostgresRows, options: MoveOptions): Promise<number> {
  const partial = `${path}.moving`;
  await migrate(partial);
  const file = new Sqlite(partial);
  // A move that is continued inserts rows before those that they refer to; the comparison shows that all are there.
  file.pragma('foreign_keys = OFF');
  const move = { from, to: new SqliteRows(file), tables: listTables(file), onProgress: options.onProgress };
  try {
    await copyRows(move);
    const rows = await compareRows(move);
    await noteWatermark(file, options);
    file.pragma('journal_mode = DELETE');
    file.close();
    renameSync(partial, path);
    return rows;
  } catch (error) {
    file.close();
    // Rows of an earlier attempt that changed since would stay; the next one begins anew.
    for (const end of ['', '-wal', '-shm']) rmSync(`${partial}${end}`, { force: true });
    throw error;
  }
}

/** Without it, the start of the server would take the new file for a restored backup. */
async function noteWatermark(file: Sqlite.Database, { dataFolder, log }: MoveOptions): Promise<void> {
  const one = (sql: string) => file.prepare<[], string | number>(sql).pluck().get();
  const epoch = one('select epoch from epochs order by number desc limit 1');
  if (epoch === undefined) return;
  const sequence = Number(one("select value from counters where name = 'changes'") ?? 0);
  await new WatermarkWriter({ dataFolder, log }).write({ epoch: String(epoch), sequence });
}
