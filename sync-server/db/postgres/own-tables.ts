/* Tables that only PostgreSQL has, besides those of the migrations; `migratePostgres` creates them. */

/** The counters of attempts. */
export const ATTEMPTS_TABLE = 'rateLimits';

export const CREATE_ATTEMPTS = `create unlogged table if not exists "${ATTEMPTS_TABLE}"
  (key text primary key, points bigint not null default 0, expire bigint)`;

/** The one row by which a PostgreSQL database recognises itself. */
export const CREATE_IDENTITY = `create table if not exists "databaseIdentity" (
  one integer primary key check (one = 1), cluster text not null, declared text)`;
