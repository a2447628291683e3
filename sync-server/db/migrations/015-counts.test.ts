import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { databaseFile } from '#sync-server/testing/database-file.ts';
import { migrate } from '../migrate.ts';

const activations = [
  ['users-id-1', 'courses-id-1', '2026-11-19T23:59:59.999Z'],
  ['users-id-2', 'courses-id-1', '2026-11-20T00:00:00.000Z'],
  ['users-id-1', 'courses-id-2', '2026-11-20T12:00:00.000Z'],
] as const;

async function countsAfter(rows: readonly (typeof activations)[number][]): Promise<unknown[]> {
  const file = databaseFile();
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  const dump = readFileSync(new URL('./released/014-deleted-courses.sql', import.meta.url), 'utf8');
  db.exec(`begin; ${dump} commit`);
  db.exec('delete from activations');
  for (const row of rows) db.prepare('insert into activations values (?, ?, ?)').run(...row);
  db.close();
  await migrate(file);
  const migrated = new Sqlite(file, { readonly: true });
  const counts = migrated.prepare('select kind, key, count from activationCounts order by kind, key').all();
  migrated.close();
  return counts;
}

it('activations of the release before are counted in all, of each course and of each day', async () => {
  expect(await countsAfter(activations)).toEqual([
    { kind: 'all', key: '', count: 3 },
    { kind: 'course', key: 'courses-id-1', count: 2 },
    { kind: 'course', key: 'courses-id-2', count: 1 },
    { kind: 'day', key: '2026-11-19', count: 1 },
    { kind: 'day', key: '2026-11-20', count: 2 },
  ]);
});

it('a database without any has no counts', async () => {
  expect(await countsAfter([])).toEqual([]);
});
