import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { openToRead } from '#sync-server/backup/database-facts.ts';
import { DATABASE_FILE, verifyBackup } from '#sync-server/backup/verify-backup.ts';
import { StoreUnavailableError } from '#sync-server/media-store/media-store.ts';
import { withFileStore } from '#sync-server/media-store/open-media-store.ts';
import type { Command, CommandCall } from '../command.ts';
import { error, type Finding, ok, printFindings } from '../finding.ts';
import { checkDatabase } from './check-database.ts';
import { checkFiles } from './check-files.ts';
import { checkQueues } from './check-queues.ts';
import { checkSpace } from './check-space.ts';

export const checkCommand: Command = {
  name: 'check',
  usage: '[backup]',
  summary: 'Checks the data folder, also while the server runs, or a backup',
  details: [
    'Reads the database (pages, references, counters), compares the files with their rows, and looks at free space, backups and queues. Changes nothing. Exit code 1 if there is an error.',
    'With the path of a backup it verifies that backup against its manifest, every byte of it.',
  ],
  args: { min: 0, max: 1 },
  options: {
    bytes: { help: 'reads every file and compares its bytes with its row, not its size alone' },
    json: { help: 'prints the findings as JSON' },
  },
  only: {
    database: 'sqlite',
    otherwise: 'PostgreSQL checks itself; pg_amcheck examines its files.',
  },
  async run(call) {
    const [backup] = call.args;
    const findings = backup === undefined ? await checkData(call) : await checkBackup(call.toPath(backup));
    return printFindings(call, findings);
  },
};

async function checkData(call: CommandCall): Promise<Finding[]> {
  const { dataFolder } = call.config;
  const file = join(dataFolder, DATABASE_FILE);
  if (!existsSync(file))
    return [error('database', `${dataFolder} has none. CARREL_DATA names the data folder of the server.`)];
  const db = openToRead(file);
  try {
    // One moment for rows; files may be added and deleted meanwhile, which the check of files considers.
    db.exec('begin');
    return [
      ...checkDatabase(db, dataFolder),
      ...(await checkStore(db, call)),
      ...checkQueues(db),
      ...(await checkSpace(call.config)),
    ];
  } finally {
    db.close();
  }
}

async function checkStore(db: Sqlite.Database, call: CommandCall): Promise<Finding[]> {
  try {
    return await withFileStore(call.config, (files) =>
      checkFiles(db, { files, readsFiles: call.has('bytes') }),
    );
  } catch (problem) {
    if (!(problem instanceof StoreUnavailableError)) throw problem;
    return [error('files', `cannot be checked: ${problem.message}. carrel doctor examines the store`)];
  }
}

async function checkBackup(folder: string): Promise<Finding[]> {
  const problems = await verifyBackup(folder, { readsFiles: true });
  if (problems.length > 0) return problems.map((text) => error('backup', text));
  return [ok('backup', `${folder} is complete and can be restored`)];
}
