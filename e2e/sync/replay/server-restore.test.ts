import { beforeEach, describe, expect, it } from 'vitest';
import { readToken } from '#pwa/api/token.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { listProgress } from '#pwa/store/account/progress.ts';
import { findPullState } from '#pwa/store/account/pull-state.ts';
import { readConfirmedUser, readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { sendCommand } from '#pwa/sync/replay/send.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { getLastSequence } from '#sync-server/db/changes/changes-queries.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { beginEpoch } from '#sync-server/epoch/epoch-queries.ts';
import { forgetRedemptions } from '#sync-server/testing/forget-redemptions.ts';
import { insertPeople } from '#sync-server/testing/people.ts';
import { pullAll } from '../testing/pull-world.ts';
import {
  activationsOnServer,
  arrive,
  drainLater,
  openWorld,
  progressOnServer,
  unlock,
  type World,
} from '../testing/world.ts';

/*
 * The server's database is restored from a backup while a device is working: the server may have lost
 * commands that the device has as acknowledged.
 */

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.alice);
});

/** Restores the state before Alice changed her name and unlocked anything. */
async function restoreBackup(): Promise<void> {
  await inTransaction(world.server.deps.db, async (trx) => {
    await trx.updateTable('users').set({ name: 'Alice' }).where('id', '=', 'alice').execute();
    await forgetRedemptions(trx);
    await trx.deleteFrom('activations').execute();
    await trx.deleteFrom('changes').where('kind', '=', 'activation').execute();
    await trx.deleteFrom('receipts').execute();
    await beginEpoch(trx);
  });
}

/** Restores the state before Alice made progress in the course that she had unlocked. */
async function forgetProgress(): Promise<void> {
  await inTransaction(world.server.deps.db, async (trx) => {
    await trx.deleteFrom('progress').execute();
    await trx.deleteFrom('changes').where('kind', '=', 'progress').execute();
    await trx.deleteFrom('receipts').execute();
    await beginEpoch(trx);
  });
}

/** Restores the state before Alice changed her name, the position of the database included; nothing reports it. */
async function restoreWholeFolder(sequence: number): Promise<void> {
  await inTransaction(world.server.deps.db, async (trx) => {
    await trx.updateTable('users').set({ name: 'Alice' }).where('id', '=', 'alice').execute();
    await trx.deleteFrom('receipts').execute();
    await trx.deleteFrom('changes').where('sequence', '>', sequence).execute();
    await trx.updateTable('counters').set({ value: sequence }).where('name', '=', 'changes').execute();
  });
}

const pullNow = () => pullAll(store, { onNewEpoch: requeueAcknowledged });

/** Drains the outbox, and runs a callback while the first reply is in flight. */
async function drainMeanwhile(interrupt: () => Promise<unknown>): Promise<void> {
  let isFirst = true;
  await drainLater(store, {
    send: async (command, token) => {
      const reply = await sendCommand(command, token);
      if (isFirst) await interrupt();
      isFirst = false;
      return reply;
    },
  });
}

async function nameOnServer(): Promise<string | undefined> {
  const { db } = world.server.deps;
  return (await db.selectFrom('users').select('name').where('id', '=', 'alice').executeTakeFirst())?.name;
}

describe('a command acknowledged before a restore', () => {
  it('is resent by a device whose first pull comes afterwards', async () => {
    await enqueueProfile(knownUserId(), { name: 'Alice the Second' });
    await drainLater(store);
    await restoreBackup();
    await pullNow();
    await drainLater(store);
    expect(await nameOnServer()).toBe('Alice the Second');
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is resent for progress too, which the course on the device shows as before', async () => {
    const { alice } = world.server.people;
    await unlock(world, alice, 'tides', 'TIDES-CODE-1');
    await pullNow();
    await recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
    await recordProgress(knownUserId(), 'tides-lesson-2', { positionSeconds: 42 });
    await drainLater(store);
    const done = await progressOnServer(world, alice);
    expect(done).toHaveLength(2);
    await forgetProgress();
    expect(await progressOnServer(world, alice)).toEqual([]);
    await pullNow();
    expect(await listProgress(store)).toHaveLength(2);
    await drainLater(store);
    expect(await progressOnServer(world, alice)).toEqual(done);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is resent by a device that learns of the restore while the reply is in flight', async () => {
    await pullNow();
    await enqueueProfile(knownUserId(), { name: 'Alice the Second' });
    await drainMeanwhile(async () => {
      await restoreBackup();
      await pullNow();
    });
    expect(await nameOnServer()).toBe('Alice the Second');
    expect(await listUnsent(store)).toEqual([]);
    expect(readKnownUser()?.name).toBe('Alice the Second');
    await pullNow();
    expect(readConfirmedUser()?.name).toBe('Alice the Second');
  });

  it('is resent when the reply arrives between the new epoch and the page that reported it', async () => {
    await pullNow();
    await enqueueProfile(knownUserId(), { name: 'Alice the Second' });
    let pulling: Promise<unknown> = Promise.resolve();
    const draining = drainMeanwhile(async () => {
      await restoreBackup();
      await new Promise<void>((releaseReply) => {
        pulling = pullAll(store, {
          onNewEpoch: async (...args) => {
            const requeued = await requeueAcknowledged(...args);
            releaseReply();
            await draining;
            return requeued;
          },
        });
      });
    });
    await draining;
    await pulling;
    await drainLater(store);
    expect(await nameOnServer()).toBe('Alice the Second');
  });

  it('is not reported as done, and retains its code, until the restored server has applied it', async () => {
    await pullNow();
    const id = await enqueueActivation(knownUserId(), {
      courseId: 'tides',
      courseTitle: 'Tides',
      code: 'TIDES-CODE-1',
    });
    const acknowledged: string[] = [];
    world.network.isDown = false;
    await drainLater(store, {
      onAcknowledged: (command) => acknowledged.push(command.id),
      onStep: (step) => {
        if (step === 'applied') world.network.isDown = true;
      },
      send: async (command, token) => {
        const reply = await sendCommand(command, token);
        if (world.network.isDown) return reply;
        await restoreBackup();
        await pullNow();
        return reply;
      },
    });
    expect(acknowledged).toEqual([]);
    expect(readConfirmedUser()?.activatedCourses).toEqual([]);
    expect(await findCommand(store, id)).toMatchObject({ state: 'waiting' });
    world.network.isDown = false;
    await drainLater(store, { onAcknowledged: (command) => acknowledged.push(command.id) });
    expect(acknowledged).toEqual([id]);
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
    expect(readConfirmedUser()?.activatedCourses).toEqual(['tides']);
  });

  it('is resent once per epoch, however often the device receives it', async () => {
    await pullNow();
    await enqueueProfile(knownUserId(), { name: 'Alice the Second' });
    await drainLater(store);
    await restoreBackup();
    await pullNow();
    await drainLater(store);
    const { epoch } = await findPullState(store);
    expect(await requeueAcknowledged(store, epoch ?? '')).toEqual({ offered: 0, unable: 0, proofs: 0 });
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is resent when the whole data folder was restored, which this device’s cursor shows', async () => {
    await pullNow();
    const { epoch } = await findPullState(store);
    await enqueueProfile(knownUserId(), { name: 'Alice the Second' });
    const before = await getLastSequence(world.server.deps.db);
    await drainLater(store);
    await pullNow();
    await restoreWholeFolder(before);
    expect(await pullNow()).toMatchObject({ end: 'stopped' });
    expect(readToken()).toBeNull();
    const { alice } = await insertPeople(world.server.deps);
    await arrive(world, alice);
    await pullNow();
    await drainLater(store);
    expect((await findPullState(store)).epoch).not.toBe(epoch);
    expect(await nameOnServer()).toBe('Alice the Second');
    expect(await listUnsent(store)).toEqual([]);
  });

  it.each(['push', 'pull'] as const)(
    'of the whole folder is noticed by the next %s of a device that did not pull after its last ack',
    async (next) => {
      await pullNow();
      const { epoch } = await findPullState(store);
      const before = await getLastSequence(world.server.deps.db);
      await enqueueProfile(knownUserId(), { name: 'Alice the Second' });
      await drainLater(store);
      await restoreWholeFolder(before);
      if (next === 'push') {
        await enqueueProfile(knownUserId(), { avatar: null });
        await drainLater(store);
        expect((await listUnsent(store)).map(({ state }) => state)).toEqual(['paused']);
      } else {
        expect(await pullNow()).toMatchObject({ end: 'stopped' });
      }
      expect(readToken()).toBeNull();
      const { alice } = await insertPeople(world.server.deps);
      await arrive(world, alice);
      await pullNow();
      await drainLater(store);
      expect((await findPullState(store)).epoch).not.toBe(epoch);
      expect(await nameOnServer()).toBe('Alice the Second');
      expect(await listUnsent(store)).toEqual([]);
    },
  );

  it('of the whole folder stays unnoticed by an older server, which sends no position', async () => {
    await pullNow();
    const shown: unknown[] = [];
    const withoutPosition: typeof sendCommand = async (command, token, position) => {
      shown.push(position);
      return { ...(await sendCommand(command, token)), historyPosition: null };
    };
    for (const name of ['One', 'Two']) {
      await enqueueProfile(knownUserId(), { name });
      await drainLater(store, { send: withoutPosition });
    }
    expect(shown).toEqual([null, null]);
    expect(await nameOnServer()).toBe('Two');
  });
});
