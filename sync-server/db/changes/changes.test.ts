import { describe, expect, it } from 'vitest';
import { openDatabaseOf } from '#sync-server/testing/database-file.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { inSavepoint, inTransaction } from '../transaction.ts';
import { isKnownId, recordChanges, recordEdit } from './changes-queries.ts';

const AT = '2026-11-21T09:00:00.000Z';

const changesOf = (server: TestServer, kind: 'course' | 'user' | 'activation' | 'progress' | 'lesson') =>
  server.deps.db.selectFrom('changes').selectAll().where('kind', '=', kind).orderBy('sequence').execute();

async function lastSequence(server: TestServer): Promise<number> {
  const rows = await server.deps.db.selectFrom('changes').select('sequence').execute();
  return Math.max(...rows.map((row) => row.sequence));
}

describe('the order of changes', () => {
  it('numbers every row that the first start created, each once', async () => {
    const server = await serverForTest();
    const rows = await server.deps.db.selectFrom('changes').selectAll().orderBy('sequence').execute();
    expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, i) => i + 1));
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
    expect(['user', 'course', 'module', 'lesson', 'resource'].map(count)).toEqual([4, 1, 2, 4, 4]);
  });

  it('stores only the last change of a row, after all earlier ones', async () => {
    const server = await serverForTest();
    const before = await lastSequence(server);
    for (const isDeleted of [false, true]) {
      await inTransaction(server.deps.db, (trx) =>
        recordChanges(trx, AT, [{ kind: 'lesson', id: 'tides-lesson-1', courseId: 'tides', isDeleted }]),
      );
    }
    const rows = (await changesOf(server, 'lesson')).filter((row) => row.id === 'tides-lesson-1');
    expect(rows).toMatchObject([{ isDeleted: 1, sequence: before + 2, changedAt: AT }]);
    const isKnown = (id: string) => inTransaction(server.deps.db, (trx) => isKnownId(trx, 'lesson', id));
    expect([await isKnown('tides-lesson-1'), await isKnown('tides-lesson-9')]).toEqual([true, false]);
  });

  it('leaves no gap and no row when the transaction is rolled back', async () => {
    const server = await serverForTest();
    const before = await lastSequence(server);
    const failing = inTransaction(server.deps.db, async (trx) => {
      await recordChanges(trx, AT, [{ kind: 'course', id: 'ghost', courseId: 'ghost' }]);
      throw new Error('the power went');
    });
    await expect(failing).rejects.toThrow('the power went');
    await inTransaction(server.deps.db, (trx) =>
      recordChanges(trx, AT, [{ kind: 'course', id: 'tides', courseId: 'tides' }]),
    );
    expect(await changesOf(server, 'course')).toMatchObject([{ id: 'tides', sequence: before + 1 }]);
  });

  it('is shared by two servers on one database', async () => {
    const server = await serverForTest();
    const second = openDatabaseOf(server.deps.config.dataFolder);
    const numbers: number[] = [];
    for (const db of [server.deps.db, second, second, server.deps.db]) {
      await inTransaction(db, (trx) =>
        recordChanges(trx, AT, [{ kind: 'course', id: 'tides', courseId: 'tides' }]),
      );
      numbers.push(await lastSequence(server));
    }
    const [first = 0] = numbers;
    expect(numbers).toEqual([first, first + 1, first + 2, first + 3]);
  });

  it('records thousands of changes at once', async () => {
    const server = await serverForTest();
    const before = await lastSequence(server);
    const changes = Array.from({ length: 5_000 }, (_, i) => ({
      kind: 'progress' as const,
      id: `lesson-${i}`,
      userId: 'alice',
    }));
    await inTransaction(server.deps.db, (trx) => recordChanges(trx, AT, changes));
    const rows = await changesOf(server, 'progress');
    expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, i) => before + 1 + i));
    expect(rows).toHaveLength(5_000);
  });
});

describe('the edits of a transaction', () => {
  const lesson = { kind: 'lesson', id: 'tides-lesson-1', courseId: 'tides' } as const;
  const edit = { courseId: 'tides', at: AT };

  it('are recorded before other changes that follow them', async () => {
    const server = await serverForTest();
    await inTransaction(server.deps.db, async (trx) => {
      await recordEdit(trx, edit, [lesson]);
      await recordChanges(trx, AT, [{ ...lesson, isDeleted: true }]);
    });
    const rows = await changesOf(server, 'lesson');
    expect(rows.find(({ id }) => id === lesson.id)).toMatchObject({ isDeleted: 1 });
  });

  it('are not recorded if their savepoint is rolled back', async () => {
    const server = await serverForTest();
    const before = await lastSequence(server);
    await inTransaction(server.deps.db, async (trx) => {
      await recordEdit(trx, edit, [lesson]);
      const failing = inSavepoint(trx, async () => {
        await recordEdit(trx, edit, [{ ...lesson, id: 'ghost' }]);
        expect(await isKnownId(trx, 'lesson', 'ghost')).toBe(true);
        throw new Error('refused');
      });
      await expect(failing).rejects.toThrow('refused');
      expect(await isKnownId(trx, 'lesson', 'ghost')).toBe(false);
    });
    const rows = (await changesOf(server, 'lesson')).filter(({ sequence }) => sequence > before);
    expect(rows.map(({ id }) => id)).toEqual([lesson.id]);
  });
});

describe('the actions of learners', () => {
  it('are recorded: an activation for them and their own row, progress for the lesson', async () => {
    const server = await serverForTest();
    const { alice, bob } = server.people;
    const before = await lastSequence(server);
    const body = { activationCode: 'TIDES-CODE-1' };
    await server.request('/api/courses/tides/activate', { as: alice, body });
    expect(await changesOf(server, 'activation')).toMatchObject([
      { id: 'tides', userId: 'alice', courseId: 'tides', sequence: before + 1 },
    ]);
    expect((await changesOf(server, 'user')).at(-1)).toMatchObject({ id: 'alice', sequence: before + 2 });
    const entries = [{ lessonId: 'tides-lesson-2', positionSeconds: 4, updatedAt: AT }];
    for (const as of [alice, bob]) {
      await server.request('/api/progress', { method: 'PUT', as, body: { entries } });
    }
    expect(await changesOf(server, 'progress')).toMatchObject([
      { id: 'tides-lesson-2', userId: 'alice', courseId: 'tides', sequence: before + 3 },
    ]);
  });
});
