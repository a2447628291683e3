import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** The migrated database that tests copy. */
export const TEMPLATE = 'carrelTemplate';
const VARIABLE = 'CARREL_TEST_POSTGRES';

/** From now on, test servers of this process use databases of this server. */
export function runTestsOn(url: string): void {
  process.env[VARIABLE] = url;
}

/** The address of the server on which tests run; undefined: they use SQLite. */
const serverUrl = (): string | undefined => process.env[VARIABLE];

export const usesPostgres = (): boolean => serverUrl() !== undefined;

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * A database in the current schema, empty or with the rows of the one at `beginning`, which has no connections; undefined
 * where tests use SQLite.
 */
export async function createTestDatabase(beginning?: string): Promise<string | undefined> {
  const server = serverUrl();
  if (server === undefined) return undefined;
  const template = beginning === undefined ? TEMPLATE : new URL(beginning).pathname.slice(1);
  const name = `carrel-${randomUUID()}`;
  await query(server, `create database "${name}" template "${template}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropTestDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  await query(server.href, `drop database "${name}" with (force)`);
}

/** The database of a data folder, which is created for the first server on it; undefined where tests use SQLite. */
export async function databaseFor(dataFolder: string): Promise<string | undefined> {
  const known = findDatabase(dataFolder);
  if (known !== undefined) return known;
  const url = await createTestDatabase();
  if (url === undefined) return undefined;
  noteDatabase(dataFolder, url);
  onTestFinished(() => dropTestDatabase(url));
  return url;
}

/** A data folder of another server on the same database. */
export function shareDatabase(dataFolder: string, otherFolder: string): string {
  const url = findDatabase(dataFolder);
  if (url === undefined) throw new Error('Several servers need PostgreSQL');
  noteDatabase(otherFolder, url);
  return otherFolder;
}

const noteIn = (dataFolder: string) => join(dataFolder, 'database-of-test.txt');

/** Notes which database belongs to a data folder, for a server that is started on it again. */
export const noteDatabase = (dataFolder: string, url: string): void => writeFileSync(noteIn(dataFolder), url);

export function findDatabase(dataFolder: string): string | undefined {
  const file = noteIn(dataFolder);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
