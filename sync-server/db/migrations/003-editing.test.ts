import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  currentDatabase,
  databaseFile,
  migrateAsBefore,
  openUntilTestEnds,
} from '#sync-server/testing/database-file.ts';
import { recordChanges } from '../changes/changes-queries.ts';
import { migrate } from '../migrate.ts';
import type { Db } from '../open.ts';
import type { Tables } from '../tables.ts';
import { inTransaction } from '../transaction.ts';

const AT = '2026-11-20T08:00:00.000Z';
const times = { createdAt: AT, updatedAt: AT };
const fields = { position: 'a0', title: '', description: '' };

/** Rows in their shape at that time, independent of the current tables. */
async function insert(db: Db, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const values = Object.values(row).map((value) => sql`${value}`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(values)})`.execute(db);
}

/** A database of the first shape in which alice studies one lesson. */
async function databaseOfTheFirstShape(): Promise<{ file: string; db: Kysely<Tables> }> {
  const file = databaseFile();
  const db = openUntilTestEnds(file);
  await migrateAsBefore(db, '001-first-shape');
  const alice = { id: 'alice', name: 'Alice', email: 'alice@example.org', passwordHash: 'x', role: 'user' };
  await insert(db, 'users', { ...alice, ...times });
  const course = { id: 'tides', instructor: '', previewContent: '', status: 'published' };
  await insert(db, 'courses', { ...course, ...fields, ...times });
  await insert(db, 'modules', { id: 'ebb', courseId: 'tides', ...fields, ...times });
  await insert(db, 'lessons', { id: 'slack', moduleId: 'ebb', type: 'text', ...fields, ...times });
  const resource = { id: 'table', lessonId: 'slack', position: 'a0', type: 'link', title: '' };
  await insert(db, 'resources', { ...resource, url: 'https://a.example', createdAt: AT });
  await insert(db, 'activations', { userId: 'alice', courseId: 'tides', activatedAt: AT });
  await insert(db, 'progress', { userId: 'alice', lessonId: 'slack', positionSeconds: 3 });
  return { file, db };
}

describe('the migration to editing', () => {
  it('gives existing rows their place in the order of changes', async () => {
    const { file, db } = await databaseOfTheFirstShape();
    await migrate(file);
    const rows = await db.selectFrom('changes').selectAll().orderBy('sequence').execute();
    expect(rows.map((row) => [row.sequence, row.kind, row.id, row.userId, row.courseId])).toEqual([
      [1, 'user', 'alice', 'alice', null],
      [2, 'course', 'tides', '', 'tides'],
      [3, 'module', 'ebb', '', 'tides'],
      [4, 'lesson', 'slack', '', 'tides'],
      [5, 'resource', 'table', '', 'tides'],
      [6, 'activation', 'tides', 'alice', 'tides'],
      [7, 'progress', 'slack', 'alice', 'tides'],
    ]);
    expect(rows.map((row) => row.isDeleted)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('numbers the next change after them', async () => {
    const { file, db } = await databaseOfTheFirstShape();
    await migrate(file);
    await inTransaction(db, (trx) =>
      recordChanges(trx, AT, [{ kind: 'module', id: 'ebb', courseId: 'tides' }]),
    );
    const last = db.selectFrom('changes').selectAll().orderBy('sequence', 'desc').limit(1);
    expect(await last.executeTakeFirst()).toMatchObject({ kind: 'module', sequence: 8 });
  });

  it('starts at one in an empty database', async () => {
    const db = await currentDatabase();
    await inTransaction(db, (trx) => recordChanges(trx, AT, [{ kind: 'course', id: 'a', courseId: 'a' }]));
    const row = await db.selectFrom('changes').selectAll().executeTakeFirst();
    expect(row?.sequence).toBe(1);
  });
});
