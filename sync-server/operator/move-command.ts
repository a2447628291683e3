import pino from 'pino';
import { moveToPostgres } from '../move/move-to-postgres.ts';
import { moveToSqlite } from '../move/move-to-sqlite.ts';
import { type Command, type CommandCall, UsageError } from './command.ts';
import { lockStoppedServer } from './lock-stopped-server.ts';
import { requireDataOwner } from './require-data-owner.ts';
import { requireDatabase } from './require-database.ts';

const SQLITE = 'sqlite';

export const moveCommand: Command = {
  name: 'move',
  usage: '--to <database>',
  summary: 'Moves the database from SQLite to PostgreSQL or back; all servers are stopped',
  details: [
    '--to postgres://… copies the database of the data folder into an empty PostgreSQL database; --to sqlite copies the database of DATABASE_URL into a data folder without one. Every row is compared afterwards. The database that is left stays as it is.',
    'Devices notice nothing: the epoch stays, and nothing is sent twice. If it is interrupted, run the same command again. Counters of failed sign-ins are not moved.',
    'PostgreSQL needs the secret of the data folder as a variable: CARREL_SECRET="base64url:$(cat data/secret)". To return, leave it set.',
  ],
  args: { min: 0, max: 0 },
  options: { to: { value: 'database', help: 'postgres://user:password@host/database, or sqlite' } },
  async run(call) {
    const to = call.get('to') ?? '';
    if (to === SQLITE) return moveBack(call);
    if (/^postgres(ql)?:\/\//.test(to)) return moveAway(call, to);
    throw new UsageError('carrel move: say --to postgres://user:password@host/database, or --to sqlite.');
  },
};

async function moveAway({ config, note, print }: CommandCall, url: string): Promise<0> {
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
    return 0;
  } finally {
    unlock();
  }
}

async function moveBack({ config, note, print }: CommandCall): Promise<0> {
  const { dataFolder, databaseUrl } = config;
  if (databaseUrl === undefined) throw new UsageError('DATABASE_URL must name the database that is moved.');
  requireDataOwner(dataFolder);
  const unlock = lockStoppedServer(dataFolder);
  try {
    const rows = await moveToSqlite({ dataFolder, url: databaseUrl, log: silent(), onProgress: note });
    print(`Moved ${rows} rows, and every one is the same in both databases.`);
    print('Now start the server without DATABASE_URL, and with the same CARREL_SECRET.');
    return 0;
  } finally {
    unlock();
  }
}

const silent = () => pino({ level: 'silent' });
