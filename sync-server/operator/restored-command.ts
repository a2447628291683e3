import pino from 'pino';
import { openPool, openPostgres } from '../db/postgres/open-postgres.ts';
import { requireUsable } from '../db/postgres/require-usable.ts';
import { inTransaction } from '../db/transaction.ts';
import { declareDatabaseRestore } from '../epoch/database-identity.ts';
import { type Command, UsageError } from './command.ts';

export const restoredCommand: Command = {
  name: 'restored',
  usage: 'keep|discard|complete',
  summary: 'Declares that the PostgreSQL database was restored, or that it moved and lacks nothing',
  details: [
    'Run it before the server starts: after pg_restore, which leaves no trace, and after pg_upgrade or a planned switchover, which look like a restore. A recovery to a point in time and a takeover by a replica are noticed without it.',
    'keep: devices send again all that the server had acknowledged after the backup, so those edits return. discard: they drop what admins changed, for example because it was the damage; what learners did returns in any case. complete: no commit is missing, so devices and sessions continue.',
  ],
  args: { min: 1, max: 1 },
  options: {},
  only: { database: 'postgres', otherwise: 'carrel restore puts a backup in place and declares it.' },
  async run({ args: [intent], config, print }) {
    if (intent !== 'keep' && intent !== 'discard' && intent !== 'complete')
      throw new UsageError(
        `Say what devices do with edits made since the backup, keep or discard, or that none is missing, complete; not ${intent}.`,
      );
    const url = config.databaseUrl ?? '';
    const pool = openPool(url, pino({ level: 'silent' }), 'carrel-restored');
    const db = openPostgres(pool);
    try {
      await requireUsable(pool, url);
      await inTransaction(db, (trx) => declareDatabaseRestore(trx, intent));
    } finally {
      await db.destroy();
    }
    if (intent === 'complete') print('Now start the server. Devices and sessions continue.');
    else print('Now start the server. Devices download everything again, and all users sign in again.');
    return 0;
  },
};
