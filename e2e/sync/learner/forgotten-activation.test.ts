import { expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { sendCommand } from '#pwa/sync/replay/send.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { beginEpoch } from '#sync-server/epoch/epoch-queries.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, openWorld, progressOnServer, unlock, type World } from '../testing/world.ts';

/** Restores the database from before the first activation; used codes stay used. */
async function restoreBackup({ server }: World): Promise<void> {
  await inTransaction(server.deps.db, async (trx) => {
    for (const table of ['activations', 'progress', 'receipts'] as const)
      await trx.deleteFrom(table).execute();
    for (const kind of ['activation', 'progress'] as const)
      await trx.deleteFrom('changes').where('kind', '=', kind).execute();
    await beginEpoch(trx);
  });
}

/** Alice has completed a lesson, and the restored server rejects her progress. */
async function loseActivation(): Promise<{ world: World; store: PrivateStore }> {
  const world = await openWorld();
  const { alice } = world.server.people;
  await unlock(world, alice, 'tides', 'TIDES-CODE-1');
  const store = await arrive(world, alice);
  await recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
  await drainLater(store);
  await pullAll(store);
  await restoreBackup(world);
  await pullAll(store, { onNewEpoch: requeueAcknowledged });
  await drainLater(store);
  expect(await progressOnServer(world, alice)).toEqual([]);
  expect(await listUnsent(store)).toEqual([]);
  return { world, store };
}

const finished = [{ lessonId: 'tides-lesson-1', completedAt: expect.any(String) }];

it('sends progress in a course that the server had lost once another device has unlocked it again', async () => {
  const { world, store } = await loseActivation();
  const { alice } = world.server.people;
  await unlock(world, alice, 'tides', 'TIDES-CODE-2');
  await pullAll(store);
  expect(await listUnsent(store)).toHaveLength(1);
  await drainLater(store);
  expect(await progressOnServer(world, alice)).toMatchObject(finished);
});

it('sends progress after the code that unlocks the course again here', async () => {
  const { world, store } = await loseActivation();
  await enqueueActivation(knownUserId(), { courseId: 'tides', courseTitle: 'Tides', code: 'TIDES-CODE-2' });
  await drainLater(store);
  expect(await listUnsent(store)).toEqual([]);
  expect(await progressOnServer(world, world.server.people.alice)).toMatchObject(finished);
});

it('retains progress for its own course when another one is unlocked', async () => {
  const { world, store } = await loseActivation();
  const { alice } = world.server.people;
  await enqueueActivation(knownUserId(), { courseId: 'stars', courseTitle: 'Stars', code: 'STARS-CODE-1' });
  await drainLater(store);
  expect(await progressOnServer(world, alice)).toEqual([]);
  await unlock(world, alice, 'tides', 'TIDES-CODE-2');
  await pullAll(store);
  await drainLater(store);
  expect(await progressOnServer(world, alice)).toMatchObject(finished);
});

it('resends progress that the server ignored before the device learnt of the restore', async () => {
  const world = await openWorld();
  const { alice } = world.server.people;
  await unlock(world, alice, 'tides', 'TIDES-CODE-1');
  const store = await arrive(world, alice);
  await pullAll(store);
  await restoreBackup(world);
  await recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
  await drainLater(store);
  expect(await progressOnServer(world, alice)).toEqual([]);
  await unlock(world, alice, 'tides', 'TIDES-CODE-2');
  await pullAll(store, { onNewEpoch: requeueAcknowledged });
  await drainLater(store);
  expect(await listUnsent(store)).toEqual([]);
  expect(await progressOnServer(world, alice)).toMatchObject(finished);
});

it('resends progress when the course returned before the device learnt of the rejection', async () => {
  const { world, store } = await loseActivation();
  const { alice } = world.server.people;
  await recordProgress(knownUserId(), 'tides-lesson-2', { isCompleted: true });
  const send = async (...call: Parameters<typeof sendCommand>) => {
    const reply = await sendCommand(...call);
    if ((await progressOnServer(world, alice)).length > 0) return reply;
    await unlock(world, alice, 'tides', 'TIDES-CODE-2');
    await pullAll(store);
    return reply;
  };
  await drainLater(store, { send });
  await drainLater(store);
  expect(await listUnsent(store)).toEqual([]);
  const both = ['tides-lesson-1', 'tides-lesson-2'];
  expect((await progressOnServer(world, alice)).map(({ lessonId }) => lessonId).sort()).toEqual(both);
});

it('resends progress when the page crashed before it learnt of the rejection, and the course has returned since', async () => {
  const { world, store } = await loseActivation();
  const { alice } = world.server.people;
  await recordProgress(knownUserId(), 'tides-lesson-2', { isCompleted: true });
  const die = (step: string) => {
    if (step === 'sent') throw new Error('the page is gone');
  };
  await expect(drainLater(store, { onStep: die })).rejects.toThrow('the page is gone');
  await unlock(world, alice, 'tides', 'TIDES-CODE-2');
  await pullAll(store);
  await drainLater(store);
  expect(await listUnsent(store)).toEqual([]);
  const both = ['tides-lesson-1', 'tides-lesson-2'];
  expect((await progressOnServer(world, alice)).map(({ lessonId }) => lessonId).sort()).toEqual(both);
});
