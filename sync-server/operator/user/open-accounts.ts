import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { Passwords } from '#sync-server/auth/passwords/passwords.ts';
import { openToRead } from '#sync-server/backup/database-facts.ts';
import type { Config } from '#sync-server/config.ts';
import { allMigrations } from '#sync-server/db/migrations/all-migrations.ts';
import { openDatabase } from '#sync-server/db/open.ts';
import type { Deps } from '#sync-server/deps.ts';
import { RateLimits } from '#sync-server/http/limits/rate-limits.ts';
import { openLimitsDatabase, SqliteAttempts } from '#sync-server/http/limits/sqlite-attempts.ts';
import { MAIL_SEAL, MailSender } from '#sync-server/mail/mail-sender.ts';
import { Seal } from '#sync-server/security/seal.ts';
import { readSecret } from '#sync-server/security/secret.ts';
import { UsageError } from '../command.ts';
import { requireDataOwner } from '../require-data-owner.ts';
import { requireDatabase } from '../require-database.ts';

/** The dependencies of account changes; none of them touches the memory of a running server. */
export type AccountDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'mails' | 'passwords' | 'limits'>;

/** Opens the database beside a running server, runs `work` and closes it. Throws when it cannot be used safely. */
export async function withAccounts<T>(config: Config, work: (deps: AccountDeps) => Promise<T>): Promise<T> {
  const { dataFolder } = config;
  const file = requireDatabase(dataFolder);
  requireDataOwner(dataFolder);
  requireCurrentSchema(file);
  requireSecret(config);
  const clock = { now: () => new Date() };
  const log = pino({ level: 'silent' });
  const db = openDatabase(file);
  const attempts = new SqliteAttempts(openLimitsDatabase(join(dataFolder, 'limits.sqlite')));
  const limits = new RateLimits(attempts, log);
  // Mails are only queued here: the server has the mail server's address, and drops none if it is down.
  const transport = { deliver: () => Promise.reject(new Error('mails are sent by the server')) };
  const seal = new Seal(readSecret(dataFolder, config.secret), MAIL_SEAL);
  const mails = new MailSender({ db, clock, log, transport, seal });
  try {
    return await work({ config, db, clock, mails, passwords: new Passwords(), limits });
  } finally {
    await limits.close();
    await db.destroy();
  }
}

/** A command of another version could write rows that the server cannot read. */
function requireCurrentSchema(file: string): void {
  const db = openToRead(file);
  try {
    const names = db.prepare<[], string>('select name from kysely_migration order by name').pluck().all();
    if (names.join() === Object.keys(allMigrations).join()) return;
  } finally {
    db.close();
  }
  throw new Error(
    'the database has the schema of another version of Carrel. Nothing was changed. Run the command of the ' +
      'version that the server runs, or start this version first, which upgrades the database',
  );
}

/** A new secret would make the queued mail unreadable for the server. */
function requireSecret({ dataFolder, secret }: Config): void {
  if (secret !== undefined || existsSync(join(dataFolder, 'secret'))) return;
  throw new UsageError(
    'The secret of the server is neither in CARREL_SECRET nor in the data folder. Nothing was changed. Run the ' +
      'command with the variables of the server (--config <file>).',
  );
}
