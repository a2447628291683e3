import { readdirSync, readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { databaseFile } from '#sync-server/testing/database-file.ts';
import { migrate } from '../migrate.ts';
import { allMigrations } from './all-migrations.ts';

const FOLDER = new URL('./released/', import.meta.url);

/** Tables whose rows a migration rewrites, and the migration. A test of its own covers them. */
const REWRITTEN: Readonly<Record<string, string>> = {
  resetRequests: '010-networks-and-requests',
  activationCodes: '017-code-batches',
};

type Row = Readonly<Record<string, unknown>>;

function readRows(file: string): ReadonlyMap<string, readonly Row[]> {
  const db = new Sqlite(file, { readonly: true });
  const tables = db
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
    .all();
  const rows = tables
    .filter(({ name }) => !name.startsWith('kysely_'))
    .map(({ name }) => [name, db.prepare<[], Row>(`select * from "${name}"`).all()] as const);
  db.close();
  return new Map(rows);
}

function loadRelease(name: string): string {
  const file = databaseFile();
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  db.exec(`begin; ${readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')} commit`);
  db.close();
  return file;
}

describe('a database of a released version', () => {
  it('is in the repository for every migration', () => {
    const dumps = readdirSync(FOLDER).map((file) => file.replace('.sql', ''));
    expect(dumps.sort()).toEqual(Object.keys(allMigrations));
  });

  it.each(Object.keys(allMigrations))('%s has all its rows after the upgrade', async (release) => {
    const file = loadRelease(release);
    const before = readRows(file);
    expect([...before.values()].every((rows) => rows.length > 0)).toBe(true);
    await migrate(file);
    const after = readRows(file);
    for (const [table, rows] of before) {
      const rewrittenBy = REWRITTEN[table];
      const upgraded = after.get(table) ?? [];
      expect(upgraded.length, table).toBeGreaterThanOrEqual(rows.length);
      const isRewritten = rewrittenBy !== undefined && release < rewrittenBy;
      if (!isRewritten)
        expect(upgraded, table).toEqual(
          expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
        );
    }
  });

  it.each(Object.keys(allMigrations))('%s ends with the schema of a new database', async (release) => {
    const file = loadRelease(release);
    await migrate(file);
    const fresh = databaseFile();
    await migrate(fresh);
    expect(readSchema(file)).toEqual(readSchema(fresh));
  });
});

function readSchema(file: string): unknown {
  const db = new Sqlite(file, { readonly: true });
  const schema = db
    .prepare("select name, sql from sqlite_master where name not like 'sqlite%' order by name")
    .all();
  db.close();
  return schema;
}
