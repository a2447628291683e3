import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MadeBackup, makeBackup } from '../backup/make-backup.ts';
import type { Config } from '../config.ts';
import { parseDurationMs } from '../duration.ts';
import { withFileStore } from '../media-store/open-media-store.ts';
import { isWithin } from '../security/is-within.ts';
import { type Command, type CommandCall, UsageError } from './command.ts';
import { formatBytes } from './format-bytes.ts';
import { readProgramVersion } from './program-version.ts';

export const backupCommand: Command = {
  name: 'backup',
  usage: '[folder]',
  summary: 'Backs up database, media and thumbnails, also while the server runs',
  details: [
    'Makes a new folder carrel-<time> in the given one; without one, in the folder of CARREL_BACKUP. The copy is of one moment and is verified. Media that the previous backup in the same folder has are linked to it and take no space.',
    'The secret is not part of a backup unless you ask for it: with database and secret together, everybody can be impersonated. Store it once, apart from the backups.',
  ],
  args: { min: 0, max: 1 },
  options: {
    'with-secret': { help: 'adds the secret (mode 0600)' },
    retain: {
      value: 'time',
      help: 'afterwards removes backups older than this, such as 7d; never the newest',
    },
    json: { help: 'prints the result as JSON' },
  },
  only: {
    database: 'sqlite',
    otherwise: 'Back it up with pg_dump.',
  },
  async run(call) {
    const { dataFolder } = call.config;
    const options = {
      ...{ dataFolder, folder: chooseFolder(call), version: readProgramVersion() },
      ...{ hasSecret: wantsSecret(call), retainMs: readRetention(call) },
      onProgress: (text: string) => call.note(text),
    };
    const made = await withFileStore(call.config, (files) => makeBackup({ ...options, files })).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`no backup was made: ${reason}. Earlier backups are unchanged.`, { cause: error });
      },
    );
    if (call.has('json')) call.print(JSON.stringify(summaryOf(made)));
    else for (const line of describeBackup(made, call.config)) call.print(line);
    return warnOfBadFiles(made, call) ? 1 : 0;
  },
};

function chooseFolder(call: CommandCall): string {
  const [given] = call.args;
  const folder = given === undefined ? call.config.backup?.folder : call.toPath(given);
  if (folder === undefined)
    throw new UsageError('Name the folder for backups: carrel backup <folder>, or set CARREL_BACKUP.');
  if (isWithin(call.config.dataFolder, folder))
    throw new UsageError(`${folder} is within the data folder and would be lost with it. Choose another.`);
  return folder;
}

function wantsSecret(call: CommandCall): boolean {
  if (!call.has('with-secret')) return false;
  const { dataFolder, secret } = call.config;
  if (secret === undefined && existsSync(join(dataFolder, 'secret'))) return true;
  throw new UsageError('There is no file with the secret: it is in CARREL_SECRET. Store that apart.');
}

function readRetention(call: CommandCall): number | undefined {
  const text = call.get('retain');
  if (text === undefined) return undefined;
  const ms = parseDurationMs(text);
  if (ms === null) throw new UsageError('--retain is a time such as 12h or 7d.');
  return ms;
}

function summaryOf({ path, manifest, removed, copied, copiedBytes, linked, linkedBytes }: MadeBackup) {
  const { takenAt, database, files, missing, damaged } = manifest;
  const counts = { copied, copiedBytes, linked, linkedBytes };
  return { path, takenAt, databaseBytes: database.sizeBytes, files, ...counts, missing, damaged, removed };
}

function describeBackup(made: MadeBackup, { dataFolder, secret }: Config): string[] {
  const { manifest } = made;
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  const lines = [
    `Backed up to ${made.path}`,
    `  database  ${formatBytes(manifest.database.sizeBytes)}, ${rows} rows, verified`,
    `  files     ${manifest.files.count} (${formatBytes(manifest.files.sizeBytes)}): ${made.copied} copied, ${made.linked} linked to the previous backup`,
    `  secret    ${describeSecret(manifest.hasSecret, secret === undefined ? join(dataFolder, 'secret') : undefined)}`,
  ];
  return [...lines, ...made.removed.map((path) => `  removed   ${path}`)];
}

function describeSecret(isIncluded: boolean, file: string | undefined): string {
  if (isIncluded) return 'included: anyone who reads this backup can sign in as any user';
  return `not included: store ${file ?? 'CARREL_SECRET'} once, apart from the backups`;
}

/** Whether the server itself lacks files, which no backup can repair. */
function warnOfBadFiles({ manifest: { missing, damaged } }: MadeBackup, call: CommandCall): boolean {
  for (const path of missing) call.note(`Warning: the server has no ${path}, which a row names`);
  for (const path of damaged) call.note(`Warning: the bytes of ${path} are not those of its row`);
  if (missing.length + damaged.length === 0) return false;
  call.note('The backup is complete except for these files. Restore them from an earlier backup.');
  return true;
}
