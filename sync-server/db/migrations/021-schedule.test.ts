import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { databaseFile } from '#sync-server/testing/database-file.ts';
import { migrate } from '../migrate.ts';

it('a course has the limit of few codes that an operator set for it, others have the default', async () => {
  const file = databaseFile();
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  const dump = readFileSync(new URL('./released/020-trash.sql', import.meta.url), 'utf8');
  db.exec(`begin; ${dump} commit`);
  db.exec(`
    delete from codeAlerts;
    insert into codeAlerts (courseId, threshold, isLow) values ('courses-id-2', 25, 1);
  `);
  db.close();
  await migrate(file);
  const migrated = new Sqlite(file, { readonly: true });
  const courses = migrated
    .prepare('select id, lowCodesBelow, publishAt, unpublishAt from courses order by id')
    .all();
  migrated.close();
  const times = { publishAt: null, unpublishAt: null };
  expect(courses).toEqual([
    { id: 'courses-id-1', lowCodesBelow: 10, ...times },
    { id: 'courses-id-2', lowCodesBelow: 25, ...times },
    { id: 'courses-id-3', lowCodesBelow: 10, ...times },
  ]);
});
