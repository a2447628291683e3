import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pino, { type Logger } from 'pino';
import type { Config } from '#sync-server/config.ts';
import { allMigrations } from '#sync-server/db/migrations/all-migrations.ts';
import { openDatabase } from '#sync-server/db/open.ts';
import { openPool, openPostgres } from '#sync-server/db/postgres/open-postgres.ts';
import { requireUsable } from '#sync-server/db/postgres/require-usable.ts';
import type { Tables } from '#sync-server/db/tables.ts';
import type { Deps } from '#sync-server/deps.ts';
import type { AttemptStore } from '#sync-server/http/limits/attempt-store.ts';
import { PostgresAttempts } from '#sync-server/http/limits/postgres-attempts.ts';
import { RateLimits } from '#sync-server/http/limits/rate-limits.ts';
import { openLimitsDatabase, SqliteAttempts } from '#sync-server/http/limits/sqlite-attempts.ts';
import { MAIL_SEAL, MailSender } from '#sync-server/mail/mail-sender.ts';
import { Passwords } from '#sync-server/passwords/passwords.ts';
import { Seal } from '#sync-server/security/seal.ts';
import { readSecret } from '#sync-server/security/secret.ts';
import { UsageError } from '../command.ts';
import { requireDataOwner } from '../require-data-owner.ts';
import { requireDatabase } from '../require-database.ts';

/** The dependencies of account changes; none of them touches the memory of a running server. */
export type AccountDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'mails' | 'passwords' | 'limits'>;

/** Opens the database beside a running server, runs `work` and closes it. Throws when it cannot be used safely. */
export async function withAccounts<T>(config: Config, work: (deps: AccountDeps) => Promise<T>): Promise<T> {
  const { dataFolder, databaseUrl } = config;
  const log = pino({ level: 'silent' });
  const opened = databaseUrl === undefined ? openFile(config) : await openUrl(databaseUrl, log);
  const { db } = opened;
  try {
    await requireCurrentSchema(db);
    const clock = { now: () => new Date() };
    const limits = new RateLimits(opened.attempts, log);
    // Mails are only queued here: the server has the mail server's address, and drops none if it is down.
    const transport = { deliver: () => Promise.reject(new Error('mails are sent by the server')) };
    const seal = new Seal(readSecret(dataFolder, config.secret), MAIL_SEAL);
    const mails = new MailSender({ db, clock, log, transport, seal });
    return await work({ config, db, clock, mails, passwords: new Passwords(), limits });
  } finally {
    await opened.attempts.close();
    await db.destroy();
  }
}

interface Opened {
  readonly db: Kysely<Tables>;
  readonly attempts: AttemptStore;
}

function openFile(config: Config): Opened {
  const { dataFolder } = config;
  const file = requireDatabase(dataFolder);
  requireDataOwner(dataFolder);
  requireSecret(config);
  return {
    db: openDatabase(file),
    attempts: new SqliteAttempts(openLimitsDatabase(join(dataFolder, 'limits.sqlite'))),
  };
}

async function openUrl(url: string, log: Logger): Promise<Opened> {
  const pool = openPool(url, log, 'carrel-user');
  await requireUsable(pool, url).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  return { db: openPostgres(pool), attempts: new PostgresAttempts(pool) };
}

/** A command of another version could write rows that the server cannot read. */
async function requireCurrentSchema(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  if (rows.map(({ name }) => name).join() === Object.keys(allMigrations).join()) return;
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
