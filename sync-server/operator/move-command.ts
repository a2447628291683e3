import pino from 'pino';
import { FolderStore } from '../media-store/folder-store.ts';
import { verifyMediaStore, withFileStore } from '../media-store/open-media-store.ts';
import { moveFiles } from '../move/move-files.ts';
import { moveToPostgres } from '../move/move-to-postgres.ts';
import { moveToSqlite } from '../move/move-to-sqlite.ts';
import { type Command, type CommandCall, UsageError } from './command.ts';
import { lockStoppedServer } from './lock-stopped-server.ts';
import { requireDataOwner } from './require-data-owner.ts';
import { requireDatabase } from './require-database.ts';

const SQLITE = 'sqlite';
const S3 = 's3';
const FOLDER = 'folder';
const FILES_PER_LINE = 100;

export const moveCommand: Command = {
  name: 'move',
  usage: '[--to <database>] [--media <store>]',
  summary: 'Moves the database to PostgreSQL, the files to S3, or both back; all servers are stopped',
  details: [
    '--to postgres://… copies the database of the data folder into an empty PostgreSQL database; --to sqlite copies the database of DATABASE_URL into a data folder without one. Every row is compared afterwards. The database that is left stays as it is.',
    'Devices notice nothing: the epoch stays, and nothing is sent twice. If it is interrupted, run the same command again. Counters of failed sign-ins are not moved.',
    '--media s3 copies the files of the data folder into the bucket of the S3 variables, --media folder those of the bucket into the data folder; the bytes of each file are compared. Uploads in progress begin again.',
    'PostgreSQL needs the secret of the data folder as a variable: CARREL_SECRET="base64url:$(cat data/secret)". To return, leave it set.',
  ],
  args: { min: 0, max: 0 },
  options: {
    to: { value: 'database', help: 'postgres://user:password@host/database, or sqlite' },
    media: { value: 'store', help: 's3 or folder' },
  },
  async run(call) {
    const { to, media } = { to: call.get('to'), media: call.get('media') };
    requireKnown(to, media);
    if (media !== undefined && call.config.s3 === undefined)
      throw new UsageError(
        'carrel move: --media needs the S3 variables (--config <file>). Nothing was changed.',
      );
    // The files first: a server that starts on the moved database finds them.
    if (media !== undefined) await moveMedia(call, media);
    if (to === SQLITE) await moveBack(call);
    else if (to !== undefined) await moveAway(call, to);
    return 0;
  },
};

function requireKnown(to: string | undefined, media: string | undefined): void {
  if (to === undefined && media === undefined)
    throw new UsageError('carrel move: say --to <database>, --media <store> or both.');
  if (to !== undefined && to !== SQLITE && !/^postgres(ql)?:\/\//.test(to))
    throw new UsageError('carrel move: say --to postgres://user:password@host/database, or --to sqlite.');
  if (media !== undefined && media !== S3 && media !== FOLDER)
    throw new UsageError('carrel move: say --media s3 or --media folder.');
}

async function moveMedia({ config, note, print }: CommandCall, media: string): Promise<void> {
  const { dataFolder } = config;
  requireDataOwner(dataFolder);
  await verifyMediaStore(config);
  const unlock = lockStoppedServer(dataFolder);
  try {
    await withFileStore(config, async (bucket) => {
      const folder = new FolderStore(dataFolder);
      const [from, to] = media === S3 ? [folder, bucket] : [bucket, folder];
      const onProgress = (done: number) => {
        if (done % FILES_PER_LINE === 0) note(`${done} files copied and compared`);
      };
      const files = await moveFiles({ from, to, onProgress });
      print(`Copied ${files} files, and each has the same bytes in both stores.`);
    });
  } finally {
    unlock();
  }
}

async function moveAway({ config, note, print }: CommandCall, url: string): Promise<void> {
  const { dataFolder, databaseUrl } = config;
  if (databaseUrl !== undefined && databaseUrl !== url)
    throw new UsageError('DATABASE_URL names another database than --to. Nothing was changed.');
  requireDatabase(dataFolder);
  requireDataOwner(dataFolder);
  const unlock = lockStoppedServer(dataFolder);
  try {
    const rows = await moveToPostgres({ dataFolder, url, log: silent(), onProgress: note });
    print(`Moved ${rows} rows, and every one is the same in both databases.`);
    print(
      'Now start the servers with DATABASE_URL and CARREL_SECRET. Keep the SQLite file until they have proved themselves.',
    );
  } finally {
    unlock();
  }
}

async function moveBack({ config, note, print }: CommandCall): Promise<void> {
  const { dataFolder, databaseUrl } = config;
  if (databaseUrl === undefined) throw new UsageError('DATABASE_URL must name the database that is moved.');
  requireDataOwner(dataFolder);
  const unlock = lockStoppedServer(dataFolder);
  try {
    const rows = await moveToSqlite({ dataFolder, url: databaseUrl, log: silent(), onProgress: note });
    print(`Moved ${rows} rows, and every one is the same in both databases.`);
    print('Now start the server without DATABASE_URL, and with the same CARREL_SECRET.');
  } finally {
    unlock();
  }
}

const silent = () => pino({ level: 'silent' });
