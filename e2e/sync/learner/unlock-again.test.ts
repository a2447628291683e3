import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findPullState } from '#pwa/store/account/pull-state.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { listReturnedCourses } from '#pwa/store/offline/unlock-proofs.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueCode } from '#pwa/sync/enqueue/redeem-code.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { takeCode } from '#sync-server/activation/take-code.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arriveAgain, backUp } from '../testing/restore-world.ts';
import {
  activationsOnServer,
  arrive,
  drainLater,
  openWorld,
  usedCodesOnServer,
  type World,
} from '../testing/world.ts';

/* Alice unlocks a course, and the server's database is restored from a backup from before that. */

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.alice);
  await pullNow();
});

const pullNow = () => pullAll(store, { onNewEpoch: requeueAcknowledged });

async function unlockTides(): Promise<void> {
  await enqueueActivation(knownUserId(), { courseId: 'tides', courseTitle: 'Tides', code: 'TIDES-CODE-1' });
  await drainLater(store);
  await downloadCourse('tides');
  await pullNow();
}

async function receiveNewEpoch(): Promise<void> {
  store = await arriveAgain(world, world.server.people.alice);
  await pullNow();
  await drainLater(store);
  await pullNow();
}

describe('a course unlocked before the first pull of its device', () => {
  it('is unlocked again', async () => {
    await store.database.state.clear();
    const restore = await backUp(world);
    await enqueueCode(knownUserId(), 'TIDES-CODE-1');
    await drainLater(store);
    await restore(null);
    await receiveNewEpoch();
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
  });
});

describe('a course unlocked since the backup', () => {
  it('is unlocked again by the device, with its code used and its download in place', async () => {
    const restore = await backUp(world);
    await unlockTides();
    await recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
    await drainLater(store);
    await restore(null);
    store = await arriveAgain(world, world.server.people.alice);
    expect((await pullNow()).removed).toEqual([]);
    await drainLater(store);
    expect((await pullNow()).removed).toEqual([]);
    await drainLater(store);
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
    expect(await usedCodesOnServer(world)).toEqual(['alice TIDES-CODE-1']);
    expect(await store.courses.count()).toBe(1);
    expect(readKnownUser()?.activatedCourses).toEqual(['tides']);
    const progress = await world.server.deps.db.selectFrom('progress').select('lessonId').execute();
    expect(progress).toEqual([{ lessonId: 'tides-lesson-1' }]);
    expect(await listReturnedCourses(store)).toEqual([{ courseId: 'tides', title: 'Tides' }]);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('by a code whose course was not known is unlocked again too', async () => {
    const restore = await backUp(world);
    await enqueueCode(knownUserId(), 'TIDES-CODE-1');
    await drainLater(store);
    await restore(null);
    await receiveNewEpoch();
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
  });

  it('is unlocked again although another user has used the code since', async () => {
    const restore = await backUp(world);
    await unlockTides();
    await restore(null);
    const use = { userId: 'bob', courseId: 'tides', code: 'TIDES-CODE-1', at: new Date().toISOString() };
    await inTransaction(world.server.deps.db, (trx) => takeCode(trx, use));
    await receiveNewEpoch();
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
    expect(await usedCodesOnServer(world)).toEqual(['bob TIDES-CODE-1']);
  });

  it('is unlocked again although the backup does not contain the code', async () => {
    const restore = await backUp(world);
    await unlockTides();
    await restore('discard');
    await inTransaction(world.server.deps.db, (trx) => trx.deleteFrom('activationCodes').execute());
    await receiveNewEpoch();
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
  });

  it('is unlocked again after a second restore', async () => {
    const restore = await backUp(world);
    await unlockTides();
    await restore(null);
    await receiveNewEpoch();
    await restore(null);
    await receiveNewEpoch();
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
  });

  it('needs nothing when the backup contains it', async () => {
    await unlockTides();
    await (await backUp(world))(null);
    await receiveNewEpoch();
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
    expect(await listReturnedCourses(store)).toEqual([]);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('that cannot be unlocked again is removed by a later pull, and the refusal is shown', async () => {
    const restore = await backUp(world);
    await unlockTides();
    await restore(null);
    await inTransaction(world.server.deps.db, (trx) =>
      trx.deleteFrom('courses').where('id', '=', 'tides').execute(),
    );
    await receiveNewEpoch();
    expect((await listUnsent(store)).map(({ state }) => state)).toEqual(['refused']);
    expect(await store.courses.count()).toBe(0);
    expect((await findPullState(store)).sweep).toBeNull();
  });
});
