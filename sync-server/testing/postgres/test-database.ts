import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { ReusedDatabase } from './reused-database.ts';

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

/** Those that no test uses at the moment, and those that one does. */
const spare: ReusedDatabase[] = [];
const taken = new Map<string, ReusedDatabase>();

/** An empty database in the current schema, until {@link returnTestDatabase}; undefined where tests use SQLite. */
export async function takeTestDatabase(): Promise<string | undefined> {
  const server = serverUrl();
  if (server === undefined) return undefined;
  const database = spare.pop() ?? (await ReusedDatabase.open(await copyDatabase(server, TEMPLATE)));
  taken.set(database.url, database);
  return database.url;
}

/** Restores a database for the next test, or drops it if a test has changed more than its rows. */
export async function returnTestDatabase(url: string): Promise<void> {
  const database = taken.get(url);
  taken.delete(url);
  try {
    await database?.reset();
    if (database !== undefined) spare.push(database);
  } catch {
    await database?.disconnect();
    await dropTestDatabase(url);
  }
}

/**
 * A database of its own, empty or with the rows of the one at `beginning`, which has no connections of servers; undefined
 * where tests use SQLite.
 */
export async function createTestDatabase(beginning?: string): Promise<string | undefined> {
  const server = serverUrl();
  if (server === undefined) return undefined;
  if (beginning === undefined) return copyDatabase(server, TEMPLATE);
  // A database with connections cannot be copied.
  await taken.get(beginning)?.disconnect();
  return copyDatabase(server, new URL(beginning).pathname.slice(1));
}

async function copyDatabase(server: string, template: string): Promise<string> {
  const name = `carrel-${randomUUID()}`;
  await query(server, `create database "${name}" template "${template}"`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
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
  const url = await takeTestDatabase();
  if (url === undefined) return undefined;
  noteDatabase(dataFolder, url);
  onTestFinished(() => returnTestDatabase(url));
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
