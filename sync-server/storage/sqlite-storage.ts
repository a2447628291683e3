import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { FolderEvidence } from '../epoch/folder-evidence.ts';
import { WatermarkWriter } from '../epoch/watermark-writer.ts';
import { openLimitsDatabase, SqliteAttempts } from '../http/limits/sqlite-attempts.ts';
import { ensureEpoch } from '../sync/ensure-epoch.ts';
import type { Storage, StorageParts } from './storage.ts';

/** The default: a database file in the data folder, which one process uses. */
export async function openSqliteStorage({ config, log, clock, onCommit }: StorageParts): Promise<Storage> {
  const { dataFolder } = config;
  const file = join(dataFolder, 'carrel.sqlite');
  const upgrade = await migrate(file).catch((error: unknown) => {
    throw explainDamage(error, file, 'Restore a backup with carrel restore.');
  });
  if (upgrade !== null) log.info(upgrade, 'the database was upgraded; a copy from before it is stored');
  const db = openDatabase(file, { onCommit });
  const limits = openLimits(join(dataFolder, 'limits.sqlite'));
  const positions = new WatermarkWriter({ dataFolder, log });
  const evidence = new FolderEvidence(dataFolder);
  const position = await ensureEpoch({ db, log, now: clock.now(), evidence });
  await positions.write(position);
  const attempts = new SqliteAttempts(limits);
  return {
    ...{ db, databaseFile: file, attempts, positions, upgrade, sequence: position.sequence },
    async close() {
      await attempts.close();
      await db.destroy();
    },
  };
}

function openLimits(file: string): Sqlite.Database {
  try {
    return openLimitsDatabase(file);
  } catch (error) {
    throw explainDamage(error, file, 'Delete it: the counters of attempts begin anew.');
  }
}

/** SQLite names no file in its errors. */
function explainDamage(error: unknown, file: string, advice: string): unknown {
  if (!(error instanceof Sqlite.SqliteError) || !/^SQLITE_(?:NOTADB|CORRUPT)/.test(error.code)) return error;
  return new Error(`${file} is damaged (${error.message}). ${advice}`, { cause: error });
}
