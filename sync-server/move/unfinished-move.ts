import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigError } from '../config.ts';

/** A table that a database has while rows are moved into it: no server may use it before all are there. */
const MARKER = '"unfinishedMove"';

async function isMarked(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(`select to_regclass('${MARKER}') is not null as "is"`);
  return rows[0]?.is === true;
}

/** Marks an empty database. Throws when it has users, unless an earlier move into it was interrupted. */
export async function beginMove(pool: pg.Pool): Promise<void> {
  if (await isMarked(pool)) return;
  const { rows } = await pool.query('select 1 from users limit 1');
  if (rows.length > 0)
    throw new Error('the PostgreSQL database has users already. Nothing was changed. Name an empty database');
  await pool.query(`create table ${MARKER} (one integer)`);
}

export const endMove = (pool: pg.Pool): Promise<unknown> => pool.query(`drop table ${MARKER}`);

/** Refuses to serve a database into which a move was interrupted. Throws ConfigError. */
export async function requireNoMove(pool: pg.Pool): Promise<void> {
  if (!(await isMarked(pool))) return;
  throw new ConfigError(
    'DATABASE_URL names a database into which carrel move was interrupted. Run the same carrel move again: it continues.',
  );
}

/** PostgreSQL lists the connections of a server that has just stopped for a moment more. */
const LISTED_MAX_MS = 5_000;
const LOOK_PAUSE_MS = 100;

/** Throws when a server uses the database. */
export async function requireNoServer(pool: pg.Pool): Promise<void> {
  const deadlineMs = performance.now() + LISTED_MAX_MS;
  while (await isServed(pool)) {
    if (performance.now() > deadlineMs)
      throw new Error('a server uses the PostgreSQL database. Nothing was changed. Stop all servers first');
    await wait(LOOK_PAUSE_MS);
  }
}

async function isServed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'carrel' limit 1`,
  );
  return rows.length > 0;
}
