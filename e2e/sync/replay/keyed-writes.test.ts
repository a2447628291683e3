import { expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { editorRow } from '#pwa/testing/editor-rows.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { ADMIN_BYTES_PER_MINUTE, KEYED_WRITES_PER_MINUTE } from '#schema/limits.ts';
import { openAdminDevice } from '../testing/editor-world.ts';

/** Sent in three batches; the limit allows the first. */
const QUEUED = 250;

it.each([
  ['number', 'keyedWritesByUser', KEYED_WRITES_PER_MINUTE - 120],
  ['size', 'bytesByAdmin', ADMIN_BYTES_PER_MINUTE - 45_000],
] as const)(
  'a queue that hits the limit of the %s of commands waits as long as the server says, and then is sent whole',
  async (_, limit, used) => {
    const { world, store } = await openAdminDevice();
    const { limits, db } = world.server.deps;
    const counter = { limit, key: store.userId };
    const rows = Array.from({ length: QUEUED }, (_, at) => {
      const row = editorRow(at + 1, {
        kind: 'lesson.create',
        args: {
          ...{ courseId: 'tides', moduleId: 'tides-module-1', lessonId: `new-${at}`, title: `New ${at}` },
          ...{ ...lessonEntity.defaults, type: 'text', position: 'a9' },
        },
      });
      return { ...row, command: { ...row.command, userId: store.userId } };
    });
    await store.database.outbox.bulkAdd(rows);
    const usedMs = Date.now();
    await limits.consume([counter], used);

    const { end, nextDueMs } = await drain(store, { ...realPorts, isEager: false });
    const waiting = await listUnsent(store);
    expect(end).toBe('drained');
    expect(waiting).toHaveLength(QUEUED - 100);
    // Only after the minute, although a first failure is usually retried after a second.
    expect(nextDueMs ?? 0).toBeGreaterThan(usedMs + 30_000);

    await limits.clear([counter]);
    await drain(store, { ...realPorts, now: () => Date.now() + 120_000, isEager: false });
    expect(await listUnsent(store)).toEqual([]);
    const created = await db.selectFrom('lessons').select('id').where('id', 'like', 'new-%').execute();
    expect(created).toHaveLength(QUEUED);
  },
);
