import pino from 'pino';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { moveToPostgres } from '#sync-server/move/move-to-postgres.ts';
import { startPostgres } from '#sync-server/testing/postgres/postgres-server.ts';
import { query } from '#sync-server/testing/postgres/test-database.ts';
import { SECRET } from './school.ts';

interface OnPostgres {
  /** At least one. */
  readonly servers: readonly [CarrelServer, ...CarrelServer[]];
  /** The address of their database. */
  readonly url: string;
}

/**
 * Runs `work` with `count` servers on a PostgreSQL database, whose commits wait for the disk, with a copy of the data of
 * `source`.
 */
export async function withServersOnPostgres<T>(
  source: CarrelServer,
  count: number,
  work: (on: OnPostgres) => Promise<T>,
): Promise<T> {
  const postgres = await startPostgres(['fsync=on']);
  const started: CarrelServer[] = [];
  const settings = { DATABASE_URL: postgres.urlOf('carrel'), CARREL_SECRET: SECRET, CARREL_SEED: 'none' };
  const start = async () => {
    const server = await CarrelServer.start(settings);
    started.push(server);
    return server;
  };
  try {
    await query(postgres.urlOf('postgres'), 'create database carrel');
    await source.stop();
    const { dataFolder } = source;
    const url = settings.DATABASE_URL;
    await moveToPostgres({ dataFolder, url, log: pino({ level: 'silent' }), onProgress: () => {} });
    await source.start();
    const first = await start();
    while (started.length < count) await start();
    return await work({ servers: [first, ...started.slice(1)], url });
  } finally {
    for (const server of started) await server.dispose();
    await postgres.stop();
  }
}
