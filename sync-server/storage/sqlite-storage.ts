import { join } from 'node:path';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { openLimitsDatabase, SqliteAttempts } from '../http/limits/sqlite-attempts.ts';
import { ensureEpoch } from '../sync/epoch/ensure-epoch.ts';
import { FolderEvidence } from '../sync/epoch/folder-evidence.ts';
import { SecondWatermark } from '../sync/epoch/second-watermark.ts';
import { WatermarkWriter } from '../sync/epoch/watermark-writer.ts';
import type { Storage, StorageParts } from './storage.ts';

/** The default: a database file in the data folder, which one process uses. */
export async function openSqliteStorage({ config, log, clock, onCommit }: StorageParts): Promise<Storage> {
  const { dataFolder } = config;
  const file = join(dataFolder, 'carrel.sqlite');
  const upgrade = await migrate(file);
  if (upgrade !== null) log.info(upgrade, 'the database was upgraded; a copy from before it is stored');
  const db = openDatabase(file, { onCommit });
  const limits = openLimitsDatabase(join(dataFolder, 'limits.sqlite'));
  const second = new SecondWatermark(limits);
  const positions = new WatermarkWriter({ dataFolder, second, log });
  const evidence = new FolderEvidence(dataFolder, second);
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
