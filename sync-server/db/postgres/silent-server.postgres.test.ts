import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabaseAddress } from '#sync-server/testing/postgres/database-address.ts';
import { returnTestDatabase, takeTestDatabase } from '#sync-server/testing/postgres/test-database.ts';
import { inTransaction } from '../transaction.ts';
import { limitSilence, openPool, openPostgres } from './open-postgres.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const SILENCE_MAX_MS = 300;

/** A database at an address that can fall silent. */
async function databaseForTest() {
  const taken = (await takeTestDatabase()) ?? '';
  onTestFinished(() => returnTestDatabase(taken));
  const url = new URL(taken);
  const address = await openDatabaseAddress(Number(url.port));
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const pool = openPool(url.href, pino({ level: 'silent' }), 'carrel', SILENCE_MAX_MS);
  const db = openPostgres(pool);
  onTestFinished(() => db.destroy());
  return { pool, db, address };
}

describe('a PostgreSQL server that vanishes without ending its connections', () => {
  it('fails the statements that wait for it, and the next ones use new connections', async () => {
    const { pool, db, address } = await databaseForTest();
    limitSilence(pool);
    const read = () => sql`select 1`.execute(db);
    await Promise.all([read(), read()]);
    address.fallSilent();
    const waiting = [read(), inTransaction(db, read)];
    for (const failing of waiting) {
      const error = await failing.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    await inTransaction(db, read);
  });
});
