import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { migratePostgres } from '#sync-server/db/postgres/migrate-postgres.ts';
import { openPool, openPostgres } from '#sync-server/db/postgres/open-postgres.ts';
import { startPostgres } from './postgres-server.ts';
import { query, TEMPLATE } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server's own database. */
    postgresUrl: string;
  }
}

/** Starts one server for all files of a project, with an empty migrated database that the tests copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.urlOf('postgres'));
  await query(server.urlOf('postgres'), `create database "${TEMPLATE}"`);
  const db = openPostgres(openPool(server.urlOf(TEMPLATE), pino({ level: 'silent' })));
  await migratePostgres(db);
  await db.destroy();
  return () => server.stop();
}
