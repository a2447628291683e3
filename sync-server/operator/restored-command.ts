import pino from 'pino';
import { openPool, openPostgres } from '../db/postgres/open-postgres.ts';
import { inTransaction } from '../db/transaction.ts';
import { declareDatabaseRestore } from '../sync/epoch/database-identity.ts';
import { type Command, UsageError } from './command.ts';

export const restoredCommand: Command = {
  name: 'restored',
  usage: 'keep|discard',
  summary: 'Declares that the PostgreSQL database was restored with pg_restore',
  details: [
    'Run it after pg_restore and before the server starts. A recovery to a point in time and a takeover by a replica are noticed without it.',
    'keep: devices send again all that the server had acknowledged after the backup, so those edits return. discard: they drop what admins changed, for example because it was the damage; what learners did returns in any case.',
  ],
  args: { min: 1, max: 1 },
  options: {},
  only: { database: 'postgres', otherwise: 'carrel restore puts a backup in place and declares it.' },
  async run({ args: [intent], config, print }) {
    if (intent !== 'keep' && intent !== 'discard')
      throw new UsageError(
        `Say what devices do with edits made since the backup: keep or discard, not ${intent}.`,
      );
    const db = openPostgres(openPool(config.databaseUrl ?? '', pino({ level: 'silent' }), 'carrel-restored'));
    try {
      await inTransaction(db, (trx) => declareDatabaseRestore(trx, intent));
    } finally {
      await db.destroy();
    }
    print('Now start the server. Devices download everything again, and all users sign in again.');
    return 0;
  },
};
