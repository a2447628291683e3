import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { programFile } from '../testing/processes/program.ts';
import { dataFolderForTest, startServerProcess } from '../testing/processes/server-process.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import { TestClock } from '../testing/test-clock.ts';
import { findNewestBackup, listBackups } from './backup-folders.ts';
import { folderForTest } from './backup-for-test.ts';
import { BackupSchedule } from './backup-schedule.ts';
import { makeBackup } from './make-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const HOUR_MS = 60 * 60_000;
/** The backup runs at the lowest priority, so other tests can keep the processors from it. */
const WAIT = { timeout: 220_000 };

describe('scheduled backups', () => {
  it('are made by the server process', { timeout: 240_000 }, async () => {
    const dataFolder = dataFolderForTest();
    const folder = folderForTest();
    const environment = { CARREL_BACKUP: `${folder}; every 1h; retain 2h` };
    await startServerProcess({ dataFolder, environment });
    const made = await waitFor(async () => {
      const newest = await findNewestBackup(folder);
      if (newest === undefined) throw new Error('There is no backup yet');
      return newest;
    }, WAIT);
    expect(await verifyBackup(made.path, { readsFiles: true })).toEqual([]);
  });

  it('are not made before one is due', async () => {
    const { dataFolder } = (await serverForTest()).deps.config;
    const folder = folderForTest();
    await makeBackup({ dataFolder, folder, version: '1', hasSecret: false });
    const log: string[] = [];
    const logger = pino({}, { write: (line: string) => log.push(line) });
    const backup = { folder, everyMs: HOUR_MS, retainMs: HOUR_MS };
    const clock = { now: () => new Date() };
    await new BackupSchedule({ backup, clock, log: logger, program: [programFile('carrel')] }).runDue();
    expect(log).toEqual([]);
    expect(await listBackups(folder)).toHaveLength(1);
  });

  it('that fail are logged as errors, and tried again later', { timeout: 240_000 }, async () => {
    const folder = join(folderForTest(), 'not-a-folder');
    writeFileSync(folder, '');
    const log: string[] = [];
    const logger = pino({}, { write: (line: string) => log.push(line) });
    const clock = new TestClock();
    const backup = { folder, everyMs: HOUR_MS, retainMs: HOUR_MS };
    const schedule = new BackupSchedule({ backup, clock, log: logger, program: [programFile('carrel')] });
    await schedule.runDue();
    expect(log.join('')).toContain('backup failed');
    // The reason is the program's own: it ran.
    expect(log.join('')).toContain('no backup was made');
    await schedule.runDue();
    expect(log).toHaveLength(1);
    clock.advance(HOUR_MS);
    await schedule.runDue();
    expect(log).toHaveLength(2);
  });
});
