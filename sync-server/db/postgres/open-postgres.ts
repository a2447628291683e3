import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../tables.ts';
import { LimitedSocket } from './limited-socket.ts';
import { OneWriterPostgresDialect } from './postgres-dialect.ts';
import { PreparingPool } from './prepared-statements.ts';
import { setLanes } from './writer-lanes.ts';

/** Connections of one process. */
export const CONNECTIONS_MAX = 16;
const CONNECT_TIMEOUT_MS = 10_000;
/** A server that is waited for longer is lost: no statement of a running server takes as long. */
const SILENCE_MAX_MS = 120_000;
/** Object identifiers of PostgreSQL's types whose values are numbers here: bigint and numeric. */
const NUMBERS = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Sums and counts are bigint or numeric there, and stay far below 2^53 here. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (NUMBERS.has(id) ? Number : pg.types.getTypeParser(id, format)),
};

/** The pools of which {@link limitSilence} was called. */
const limited = new WeakSet<pg.Pool>();

/**
 * From now on, statements of this pool fail when the server does not reply: a machine that lost its power or its network
 * ends no connection, and the system would wait for it for a quarter of an hour. Not while a migration runs. Idle
 * connections end earlier.
 */
export function limitSilence(pool: pg.Pool): void {
  limited.add(pool);
}

/** Connections to a PostgreSQL database, which it knows under `name`. */
export function openPool(url: string, log: Logger, name = 'carrel', silenceMaxMs = SILENCE_MAX_MS): pg.Pool {
  const pool: pg.Pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: name,
    stream: () => new LimitedSocket(silenceMaxMs, () => limited.has(pool)),
    types,
  });
  // Without a listener, a connection that breaks while it is used would end the process. Its query rejects with the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Idle connections that break; the pool replaces them.
  pool.on('error', (error) => log.warn({ error: String(error) }, 'a connection to the database was lost'));
  return pool;
}

/**
 * The same interface as `openDatabase`, on PostgreSQL. A commit is on the disk when it returns, unless the operator
 * turned `synchronous_commit` off. `onCommit` is called after each writing transaction of this process.
 */
export function openPostgres(pool: pg.Pool, onCommit: () => void = () => {}): Kysely<Tables> {
  const db = new Kysely<Tables>({
    dialect: new OneWriterPostgresDialect({ pool: new PreparingPool(pool) }, onCommit),
    // SQLite accepts `in ()`.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
  setLanes(db);
  return db;
}
