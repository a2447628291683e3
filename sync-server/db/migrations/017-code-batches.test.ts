import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { databaseFile } from '#sync-server/testing/database-file.ts';
import { migrate } from '../migrate.ts';

const AT = '2026-11-20T08:00:00.000Z';
const USED_AT = '2026-11-20T09:00:00.000Z';

/** Two uploads' codes and demo codes, which were in no batch; users 1 and 2 have used some. */
const codes = [
  ['code-1', 'courses-id-1', 'A1', 'batch-1', 'users-id-1', USED_AT],
  ['code-2', 'courses-id-1', 'A2', 'batch-1', null, null],
  ['code-3', 'courses-id-1', 'A3', 'demo', null, null],
  ['code-4', 'courses-id-2', 'B1', 'demo', 'users-id-1', null],
  ['code-5', 'courses-id-2', 'B2', 'demo', 'users-id-2', USED_AT],
] as const;

async function migrated() {
  const file = databaseFile();
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  const dump = readFileSync(new URL('./released/016-upload-pieces.sql', import.meta.url), 'utf8');
  db.exec(`begin; ${dump} commit`);
  for (const table of ['activations', 'activationCodes', 'codeBatches']) db.exec(`delete from ${table}`);
  db.prepare('insert into codeBatches values (?, ?, ?, null, 2)').run('batch-1', 'courses-id-1', AT);
  const addCode = db.prepare(
    `insert into activationCodes (id, courseId, code, normalizedCode, batch, usedBy, usedAt, createdAt)
     values (?, ?, ?, ?, ?, ?, ?, '${AT}')`,
  );
  for (const [id, course, code, batch, usedBy, usedAt] of codes)
    addCode.run(id, course, code, code, batch, usedBy, usedAt);
  const addActivation = db.prepare('insert into activations values (?, ?, ?)');
  addActivation.run('users-id-1', 'courses-id-1', USED_AT);
  addActivation.run('users-id-3', 'courses-id-1', USED_AT);
  db.close();
  await migrate(file);
  const after = new Sqlite(file, { readonly: true });
  const read = (sql: string): unknown[] => after.prepare(sql).all();
  return { read, close: () => after.close() };
}

it('codes in no batch become one batch of each course, and batches count the uses', async () => {
  const { read, close } = await migrated();
  expect(
    read('select id, courseId, count, uses, maxUses, origin, version from codeBatches order by id'),
  ).toEqual([
    {
      id: 'batch-1',
      courseId: 'courses-id-1',
      count: 2,
      uses: 1,
      maxUses: 1,
      origin: 'uploaded',
      version: 1,
    },
    { id: 'code-3', courseId: 'courses-id-1', count: 1, uses: 0, maxUses: 1, origin: 'uploaded', version: 1 },
    { id: 'code-4', courseId: 'courses-id-2', count: 2, uses: 2, maxUses: 1, origin: 'uploaded', version: 1 },
  ]);
  expect(read('select id, batch, uses, isUsedUp from activationCodes order by id')).toEqual([
    { id: 'code-1', batch: 'batch-1', uses: 1, isUsedUp: 1 },
    { id: 'code-2', batch: 'batch-1', uses: 0, isUsedUp: 0 },
    { id: 'code-3', batch: 'code-3', uses: 0, isUsedUp: 0 },
    { id: 'code-4', batch: 'code-4', uses: 1, isUsedUp: 1 },
    { id: 'code-5', batch: 'code-4', uses: 1, isUsedUp: 1 },
  ]);
  close();
});

it('used codes become redemptions, and their activations name them', async () => {
  const { read, close } = await migrated();
  expect(read('select codeId, courseId, userId, at, undoneAt from redemptions order by codeId')).toEqual([
    { codeId: 'code-1', courseId: 'courses-id-1', userId: 'users-id-1', at: USED_AT, undoneAt: null },
    { codeId: 'code-4', courseId: 'courses-id-2', userId: 'users-id-1', at: AT, undoneAt: null },
    { codeId: 'code-5', courseId: 'courses-id-2', userId: 'users-id-2', at: USED_AT, undoneAt: null },
  ]);
  expect(read('select userId, codeId, revokedAt, reason from activations order by userId')).toEqual([
    { userId: 'users-id-1', codeId: 'code-1', revokedAt: null, reason: '' },
    { userId: 'users-id-3', codeId: null, revokedAt: null, reason: '' },
  ]);
  close();
});

it('codes without a use stay free for processes of the version before', async () => {
  const { read, close } = await migrated();
  expect(read('select id from activationCodes where usedBy is null order by id')).toEqual([
    { id: 'code-2' },
    { id: 'code-3' },
  ]);
  close();
});
