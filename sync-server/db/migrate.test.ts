import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databaseFile, openUntilTestEnds } from '../testing/database-file.ts';
import { COPIES_FOLDER } from './copy-database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import type { CheckedMigration } from './migrations/with-checks.ts';

const AT = '2026-11-20T08:00:00.000Z';

/** A database of this release with one course, one module, two lessons and their texts. */
async function databaseWithCourse(): Promise<string> {
  const file = databaseFile();
  await migrate(file);
  const db = new Sqlite(file);
  db.exec(`
    insert into courses values ('tides', 'a0', 'Tides', '', '', null, '', 'published', 1, 1, '${AT}', '${AT}', 0, null, null, 10, 0);
    insert into modules values ('ebb', 'tides', 'a0', 'Ebb', '', 1);
    insert into lessons values ('slack', 'ebb', 'a0', 'Slack', '', 0, 'text', null, null, 1);
    insert into lessons values ('neap', 'ebb', 'a1', 'Neap', '', 0, 'text', null, null, 1);
    insert into lessonContents values ('slack', '<p>Still water</p>'), ('neap', '<p>Half moon</p>');
  `);
  db.close();
  return file;
}

const migrateWith = (file: string, migration: CheckedMigration) =>
  migrate(file, { ...allMigrations, '999-the-next': migration });

/** Every row of the tables of a course. */
function readCourse(file: string): unknown {
  const db = new Sqlite(file, { readonly: true });
  const tables = ['courses', 'modules', 'lessons', 'lessonContents'];
  const rows = tables.map((table) => db.prepare(`select * from ${table} order by 1`).all());
  db.close();
  return rows;
}

function listCopies(file: string): string[] {
  const folder = join(dirname(file), COPIES_FOLDER);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Rebuilds a table, which is SQLite's only way to change a CHECK. */
async function allowAudioLessons(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = 'lessons'`.execute(
    db,
  );
  const definition = rows[0]?.sql
    .replace('"lessons"', '"newLessons"')
    .replace("('video'", "('audio', 'video'");
  await sql.raw(definition ?? '').execute(db);
  await sql`insert into "newLessons" select * from lessons`.execute(db);
  await sql`drop table lessons`.execute(db);
  await sql`alter table "newLessons" rename to lessons`.execute(db);
}

describe('an upgrade of the database', () => {
  it('keeps the rows that refer to a table when the table is rebuilt', async () => {
    const file = await databaseWithCourse();
    const before = readCourse(file);
    await migrateWith(file, { up: allowAudioLessons });
    expect(readCourse(file)).toEqual(before);
    const db = openUntilTestEnds(file);
    await sql`update lessons set type = 'audio' where id = 'slack'`.execute(db);
    await sql`delete from lessons where id = 'neap'`.execute(db);
    expect((await db.selectFrom('lessonContents').select('lessonId').execute()).length).toBe(1);
  });

  it('stores a copy from before, and returns where it is', async () => {
    const file = await databaseWithCourse();
    const before = readCourse(file);
    const upgrade = await migrateWith(file, {
      up: async (db) => void (await sql`update lessons set title = 'New'`.execute(db)),
    });
    expect(upgrade?.migrations).toEqual(['999-the-next']);
    expect(readCourse(upgrade?.copy ?? '')).toEqual(before);
    expect(readCourse(file)).not.toEqual(before);
    expect(listCopies(file)).toHaveLength(1);
    await migrate(upgrade?.copy ?? '');
  });

  it('copies nothing for a new database or a current one', async () => {
    const file = databaseFile();
    expect(await migrate(file)).toBeNull();
    expect(await migrate(file)).toBeNull();
    expect(listCopies(file)).toEqual([]);
  });

  it('runs once when two processes start at the same time', async () => {
    const file = databaseFile();
    await Promise.all([migrate(file), migrate(file)]);
    const { rows } = await sql`select * from kysely_migration`.execute(openUntilTestEnds(file));
    expect(rows).toHaveLength(Object.keys(allMigrations).length);
  });
});

describe('a migration that fails', () => {
  const failures: readonly (readonly [string, CheckedMigration, RegExp])[] = [
    [
      'loses rows without saying so',
      { up: async (db) => void (await sql`delete from "lessonContents"`.execute(db)) },
      /999-the-next would leave 0 of 2 rows of the table lessonContents/,
    ],
    [
      'drops a table without saying so',
      { up: async (db) => void (await sql`drop table "lessonContents"`.execute(db)) },
      /would leave 0 of 2 rows/,
    ],
    [
      'leaves rows that refer to missing ones',
      { up: async (db) => void (await sql`delete from lessons`.execute(db)), removesRowsOf: ['lessons'] },
      /would leave 2 rows that refer to missing ones, the first in lessonContents, to lessons/,
    ],
    ['throws', { up: () => Promise.reject(new Error('no such idea')) }, /not changed: no such idea/],
  ];

  it.each(failures)('because it %s changes nothing and leaves no copy', async (_, migration, reason) => {
    const file = await databaseWithCourse();
    const before = readCourse(file);
    await expect(migrateWith(file, migration)).rejects.toThrow(reason);
    expect(readCourse(file)).toEqual(before);
    expect(listCopies(file)).toEqual([]);
    expect(await migrate(file)).toBeNull();
  });

  it('may remove rows of the tables that it names', async () => {
    const file = await databaseWithCourse();
    const up = async (db: Kysely<unknown>) => void (await sql`delete from "lessonContents"`.execute(db));
    await expect(migrateWith(file, { up, removesRowsOf: ['lessonContents'] })).resolves.not.toBeNull();
  });
});

describe('a database that cannot be upgraded', () => {
  it('because a newer version wrote it is refused, with what to do, and is not changed', async () => {
    const file = await databaseWithCourse();
    await migrateWith(file, { up: async () => {} });
    const before = readCourse(file);
    await expect(migrate(file)).rejects.toThrow(
      /999-the-next\. Nothing was changed\. Start the newer version/,
    );
    expect(readCourse(file)).toEqual(before);
  });

  it('because it is from before version 1.0 is refused, with what to do, and is not changed', async () => {
    const file = await databaseWithCourse();
    const db = new Sqlite(file);
    const names = ['001-first-shape', '002-accounts'];
    db.exec('delete from kysely_migration');
    for (const name of names) db.prepare('insert into kysely_migration values (?, ?)').run(name, AT);
    db.close();
    const before = readCourse(file);
    await expect(migrate(file)).rejects.toThrow(
      /from before version 1\.0 of Carrel, and no version upgrades it\. Nothing was changed\. Start with a new/,
    );
    expect(readCourse(file)).toEqual(before);
    expect(listCopies(file)).toEqual([]);
  });

  it('because its copy cannot be written is not changed', async () => {
    const file = await databaseWithCourse();
    writeFileSync(join(dirname(file), COPIES_FOLDER), 'a file where the folder should be');
    const migrated = migrateWith(file, { up: async () => {} });
    await expect(migrated).rejects.toThrow(/could not be written to .*Nothing was changed/);
    expect(await migrate(file)).toBeNull();
  });
});
