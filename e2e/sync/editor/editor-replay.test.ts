import { beforeEach, describe, expect, it } from 'vitest';
import { releaseTexts } from '#pwa/store/account/acknowledged/bound-acknowledged.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { listAdminCourses } from '#pwa/store/admin/admin.ts';
import { findAdminCodes } from '#pwa/store/admin/admin-courses.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueCourseDelete, enqueueCourseStatus } from '#pwa/sync/enqueue/admin-commands.ts';
import { enqueueCodes, enqueueModuleCreate, enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { exportOutbox, importOutbox } from '#pwa/sync/outbox/outbox-file.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { withReplayLock } from '#pwa/sync/replay/lock.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import {
  courseOnServer,
  lessonEdit,
  lessonOnServer,
  makeCourse,
  openAdminDevice,
  planOf,
  saveLessons,
  tides,
  unsentStates,
} from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
});

const sent = () => world.network.seen.filter(({ method }) => method !== 'GET');
const stateOf = async (id: string) => (await findCommand(store, id))?.state;

describe('a page that crashes', () => {
  it.each(['identified', 'claimed', 'sent', 'applied'] as const)(
    'right after a batch was %s loses and duplicates nothing',
    async (step) => {
      const { courseId } = await makeCourse();
      await saveLessons(store, { title: 'One' }, { title: 'Two' });
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        const die = (done: string) => {
          if (done === step) throw new Error('the page is gone');
        };
        await drainLater(store, { onStep: die }).catch(() => undefined);
      }
      await drainLater(store);
      expect(await listUnsent(store)).toEqual([]);
      expect((await courseOnServer(world, courseId))?.modules).toHaveLength(1);
      expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One', version: 2 });
    },
  );
});

describe('a session that ends', () => {
  it('in the middle pauses the rest, and the same user’s login sends it', async () => {
    const { commandId: first } = await enqueueModuleCreate(knownUserId(), tides, { title: 'First' });
    const { commandId: second } = await enqueueModuleCreate(knownUserId(), tides, { title: 'Second' });
    const { db } = world.server.deps;
    await drainLater(store, {
      onStep: (step) => {
        if (step === 'claimed')
          world.network.planInside.set(second, {
            status: 401,
            body: { error: 'Your session has ended.', code: 'session_ended' },
          });
      },
    });
    expect(await stateOf(first)).toBe('acknowledged');
    expect(await stateOf(second)).not.toBe('refused');
    await inTransaction(db, (trx) =>
      trx.updateTable('users').set({ tokenVersion: 9 }).where('id', '=', 'admin').execute(),
    );
    await enqueueModuleCreate(knownUserId(), tides, { title: 'Third' });
    await drainLater(store);
    expect((await unsentStates(store)).map(([, state]) => state)).toEqual(['paused', 'paused']);
    await inTransaction(db, (trx) =>
      trx.updateTable('users').set({ tokenVersion: 1 }).where('id', '=', 'admin').execute(),
    );
    store = await arrive(world, world.server.people.admin);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect((await courseOnServer(world, 'tides'))?.modules).toHaveLength(5);
  });

  it('shows and sends no data of one user to another', async () => {
    await saveLessons(store, { title: 'One' });
    const bobs = await arrive(world, world.server.people.bob);
    expect(await listUnsent(bobs)).toEqual([]);
    await drainLater(bobs);
    expect(await drainLater(store)).toMatchObject({ end: 'noIdentity' });
    expect(sent()).toEqual([]);
  });
});

describe('several tabs', () => {
  it('that write while one replays retain the order of each record and duplicate nothing', async () => {
    const writer = async (lesson: number) => {
      for (let n = 1; n <= 12; n += 1) {
        const edit = await lessonEdit(store, `tides-lesson-${lesson}`, { title: `${lesson}.${n}` });
        await enqueueSave(knownUserId(), planOf({ lessons: [edit] }));
      }
    };
    let isWriting = true;
    const replaying = (async () => {
      while (isWriting) await drainLater(store);
    })();
    await Promise.all([1, 2, 3, 4].map(writer));
    isWriting = false;
    await replaying;
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    for (const lesson of [1, 2, 3, 4]) {
      expect(await lessonOnServer(world, `tides-lesson-${lesson}`)).toMatchObject({ title: `${lesson}.12` });
    }
    const keys = sent().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('take turns, and without locks duplicate nothing', async () => {
    const { courseId } = await makeCourse();
    const replayer = () => withReplayLock(store, (extendLock) => drain(store, { ...realPorts, extendLock }));
    await Promise.all([replayer(), replayer(), drainLater(store), drainLater(store)]);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect((await courseOnServer(world, courseId))?.modules).toHaveLength(1);
  });
});

const refusal = (code: string) => JSON.stringify({ error: 'No', code, requestId: crypto.randomUUID() });

describe('a server', () => {
  it.each([
    ['without batches', { status: 404, body: refusal('not_found') }],
    ['for which the batch is too large', { status: 413, body: refusal('body_too_large') }],
  ])('%s receives the commands one by one', async (_, reply) => {
    const { courseId } = await makeCourse();
    world.network.planAt.set('/api/batch', reply);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(world.network.batches).toBe(0);
    expect(await courseOnServer(world, courseId)).toMatchObject({ modules: [{ lessons: [{}] }] });
  });

  it('that fails on one of many applies the rest and leaves that one waiting', async () => {
    const { commandId: first } = await enqueueModuleCreate(knownUserId(), tides);
    const { commandId: second } = await enqueueModuleCreate(knownUserId(), tides);
    world.network.planInside.set(first, { status: 500, body: null });
    await drainLater(store, { now: Date.now });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'acknowledged']);
    await drainLater(store);
    expect(await stateOf(first)).toBe('acknowledged');
  });

  it.each(Object.entries(faults))('applies a batch once despite the network fault %s', async (_, fault) => {
    const { courseId } = await makeCourse();
    world.network.plan = [fault, fault];
    await drainLater(store);
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseOnServer(world, courseId)).toMatchObject({
      modules: [{ lessons: [{ resources: [{}] }] }],
    });
  });
});

describe('activation codes', () => {
  it('arrive, are counted, and are removed from the device after use, except for the first twenty', async () => {
    const codes = Array.from({ length: 30 }, (_, n) => `NEW-${n}`);
    const id = await enqueueCodes(knownUserId(), tides, codes);
    await drainLater(store);
    expect(await stateOf(id)).toBe('acknowledged');
    expect(JSON.stringify(await store.outbox.toArray())).not.toContain('NEW-');
    expect(await findAdminCodes(store, 'tides')).toHaveLength(20);
    await pullAll(store);
    expect(
      (await listAdminCourses(store)).find(({ id: courseId }) => courseId === 'tides')?.codeStats,
    ).toMatchObject({ total: 33, unused: 33 });
  });
});

describe('deleting a course', () => {
  it('waits for commands in flight inside it, and removes refused ones', async () => {
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await saveLessons(store, { title: 'One' });
    const rows = await listUnsent(store);
    await store.database.outbox.bulkPut(
      rows.slice(1).map((row) => ({ ...row, state: 'refused', lastProblem: 'No' })),
    );
    await enqueueCourseDelete(knownUserId(), tides);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseOnServer(world, 'tides')).toBeUndefined();
  });
});

describe('a server restored from a backup', () => {
  it('receives acknowledged commands again, and applies them once', async () => {
    const { courseId } = await makeCourse();
    await drainLater(store);
    await enqueueCodes(knownUserId(), tides, ['NEW-1']);
    await drainLater(store);
    const { db } = world.server.deps;
    await inTransaction(db, (trx) => trx.deleteFrom('courses').where('id', '=', courseId).execute());
    await inTransaction(db, (trx) => trx.deleteFrom('changes').where('courseId', '=', courseId).execute());
    await inTransaction(db, (trx) => trx.deleteFrom('revisions').where('courseId', '=', courseId).execute());
    await inTransaction(db, (trx) => trx.deleteFrom('receipts').execute());
    expect(await requeueAcknowledged(store, 'second epoch')).toEqual({ offered: 4, unable: 1, proofs: 0 });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await courseOnServer(world, courseId)).toMatchObject({
      modules: [{ lessons: [{ resources: [{}] }] }],
    });
    const listReceipts = () => db.selectFrom('receipts').select('key').orderBy('key').execute();
    const receipts = await listReceipts();
    await requeueAcknowledged(store, 'third epoch');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect((await courseOnServer(world, courseId))?.modules).toHaveLength(1);
    expect(await listReceipts()).toEqual(receipts);
  });

  it('receives no edit that gave up its text, and the device counts it', async () => {
    const { courseId } = await makeCourse();
    await saveLessons(store, { content: `<p>${'Slack water. '.repeat(400)}</p>` });
    await drainLater(store);
    const text = await lessonOnServer(world, 'tides-lesson-1');
    expect(await store.outbox.orderBy('textBytes').count()).toBe(1);
    expect(await releaseTexts(store, 1)).toBeGreaterThan(5_000);
    expect(await store.outbox.orderBy('textBytes').count()).toBe(0);
    expect(await requeueAcknowledged(store, 'second epoch')).toEqual({ offered: 4, unable: 1, proofs: 0 });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toEqual(text);
    expect(await courseOnServer(world, courseId)).toBeDefined();
  });

  it('reapplies each edit of a Save Course that it can, when others have lost their row', async () => {
    await saveLessons(store, { title: 'One' }, { title: 'Two' });
    await drainLater(store);
    const { db } = world.server.deps;
    // The backup was made before the second lesson was created.
    await inTransaction(db, (trx) => trx.deleteFrom('lessons').where('id', '=', 'tides-lesson-2').execute());
    await inTransaction(db, (trx) =>
      trx
        .updateTable('lessons')
        .set({ title: 'Lesson 1', version: 1 })
        .where('id', '=', 'tides-lesson-1')
        .execute(),
    );
    await inTransaction(db, (trx) => trx.deleteFrom('receipts').execute());
    await requeueAcknowledged(store, 'second epoch');
    await drainLater(store);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One' });
    expect(await unsentStates(store)).toEqual([['lesson.update', 'refused']]);
  });
});

describe('unsent work as a file', () => {
  it('is imported on another device of the same user, once, and arrives once from both', async () => {
    const { courseId } = await makeCourse();
    const text = await exportOutbox(store);
    const rows = await store.outbox.toArray();
    expect(await importOutbox(text)).toMatchObject({ added: 0, known: 4, foreign: 0 });
    await store.database.outbox.clear();
    expect(await importOutbox(text)).toMatchObject({ added: 4, known: 0, foreign: 0 });
    await drainLater(store);
    await store.database.outbox.clear();
    await store.database.outbox.bulkPut(rows);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect((await courseOnServer(world, courseId))?.modules).toHaveLength(1);
  });

  it('is not changed afterwards: later input is sent separately', async () => {
    await saveLessons(store, { title: 'One' });
    const text = await exportOutbox(store);
    await saveLessons(store, { description: 'Two' });
    const rows = await store.outbox.toArray();
    await store.database.outbox.clear();
    await importOutbox(text);
    await drainLater(store);
    await store.database.outbox.clear();
    await store.database.outbox.bulkPut(rows);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One', description: 'Two' });
  });

  it('is changed by no edit on the other device, because the first device may have sent it', async () => {
    await saveLessons(store, { title: 'One' });
    const text = await exportOutbox(store);
    await drainLater(store);
    await store.database.outbox.clear();
    await importOutbox(text);
    await saveLessons(store, { title: 'Two' });
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'Two', version: 3 });
  });

  it('contains no other user’s data', async () => {
    await saveLessons(store, { title: 'One' });
    await enqueueModuleCreate(knownUserId(), tides);
    const text = await exportOutbox(store);
    await store.database.outbox.clear();
    const mixed = text.replace(/("command": {[^}]*"userId": )"admin"/, '$1"bob"');
    expect(await importOutbox(mixed)).toMatchObject({ added: 1, known: 0, foreign: 1 });
    expect((await unsentStates(store)).map(([kind]) => kind)).toEqual(['module.create']);
  });

  it('is not imported by another user, nor is any other file', async () => {
    await makeCourse();
    const text = await exportOutbox(store);
    await arrive(world, world.server.people.bob);
    await expect(importOutbox(text)).rejects.toThrow('another person');
    await expect(importOutbox('{"format":"other"}')).rejects.toThrow('does not contain unsent work');
    await expect(importOutbox(text.replace('"version": 1', '"version": 99'))).rejects.toThrow(
      'newer version',
    );
  });
});

describe('an endless conflict', () => {
  it('is merged at once the first time, and later with backoff, so the server is not flooded', async () => {
    await saveLessons(store, { title: 'One' });
    const { db } = world.server.deps;
    let version = 1;
    const send: typeof realPorts.send = async (command, token) => {
      version += 1;
      await inTransaction(db, (trx) =>
        trx.updateTable('lessons').set({ version }).where('id', '=', 'tides-lesson-1').execute(),
      );
      return realPorts.send(command, token);
    };
    await drainLater(store, { send });
    expect(sent()).toHaveLength(2);
    expect(await listUnsent(store)).toMatchObject([{ state: 'waiting', attempts: 0, lastStatus: 412 }]);
    await drainLater(store);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await lessonOnServer(world, 'tides-lesson-1')).toMatchObject({ title: 'One' });
  });
});
