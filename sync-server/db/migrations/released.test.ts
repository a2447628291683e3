import { copyFileSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseFile } from '#sync-server/testing/database-file.ts';
import { makeUp, NEXT, nextMigrations } from '#sync-server/testing/next-version.ts';
import {
  type Rows,
  readRows,
  readSchema,
  releases,
  writeRelease,
} from '#sync-server/testing/released-database.ts';
import { migrate } from '../migrate.ts';
import { allMigrations } from './all-migrations.ts';

function loadRelease(name: string): string {
  const file = databaseFile();
  writeRelease(name, file);
  return file;
}

/** Every row, in tables that may have more columns and rows now. */
function expectRows(file: string, before: Rows): void {
  const after = readRows(file);
  for (const [table, rows] of Object.entries(before)) {
    expect(rows.length, table).toBeGreaterThan(0);
    const expected = rows.map((row) => expect.objectContaining(row));
    expect(after[table], table).toEqual(expect.arrayContaining(expected));
  }
}

it('a database of each released version is in the repository', () => {
  expect(releases).toEqual(Object.keys(allMigrations));
});

describe.each([
  { to: 'this version', migrations: allMigrations },
  { to: 'a made-up next one', migrations: nextMigrations },
])('an upgrade to $to', ({ migrations }) => {
  it.each(releases)('of a database of %s keeps all rows', async (release) => {
    const file = loadRelease(release);
    const before = readRows(file);
    await migrate(file, migrations);
    expectRows(file, before);
  });

  it.each(releases)('of a database of %s ends with the schema of a new one', async (release) => {
    const file = loadRelease(release);
    await migrate(file, migrations);
    const fresh = databaseFile();
    await migrate(fresh, migrations);
    expect(readSchema(file)).toEqual(readSchema(fresh));
  });
});

describe('the made-up next version', () => {
  it.each(releases)('has rows that its migration made of those of %s', async (release) => {
    const file = loadRelease(release);
    await migrate(file, nextMigrations);
    const { courses, stamps, progress } = readRows(file);
    expect(courses?.map(({ subtitle }) => subtitle)).toEqual(courses?.map(({ title }) => title));
    expect(stamps).toEqual(progress?.map(({ userId, lessonId }) => ({ userId, lessonId })));
  });

  it.each(releases)(
    'leaves a database of %s as it was when its upgrade is killed, and repeats it',
    async (release) => {
      const file = loadRelease(release);
      const before = readRows(file);
      const killed = databaseFile();
      await migrate(file, {
        ...allMigrations,
        [NEXT]: {
          async up(db) {
            await makeUp(db);
            // The files of this instant are what a kill would leave.
            for (const ending of ['', '-wal'])
              if (existsSync(file + ending)) copyFileSync(file + ending, killed + ending);
          },
        },
      });
      expect(readRows(killed)).toEqual(before);
      expect(await migrate(killed, nextMigrations)).toMatchObject({
        migrations: expect.arrayContaining([NEXT]),
      });
      expect(readRows(killed)).toEqual(readRows(file));
    },
  );
});
