import { beforeEach, describe, expect, it } from 'vitest';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { withReplayLock } from '#pwa/sync/replay/lock.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { faults } from '../testing/network.ts';
import {
  activationsOnServer,
  arrive,
  drainLater,
  openWorld,
  progressOnServer,
  unlock,
  usedCodesOnServer,
  type World,
} from '../testing/world.ts';

let world: World;
let store: PrivateStore;

const unlockTides = (code = 'TIDES-CODE-1') =>
  enqueueActivation(knownUserId(), { courseId: 'tides', courseTitle: 'Reading the tides', code });

beforeEach(async () => {
  world = await openWorld();
  await unlock(world, world.server.people.alice, 'stars', 'STARS-CODE-1');
  store = await arrive(world, world.server.people.alice);
});

describe('work done offline', () => {
  it('arrives after reconnecting, exactly once, and the device says so', async () => {
    world.network.isDown = true;
    const id = await unlockTides();
    await recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
    await drainLater(store);
    expect(await listUnsent(store)).toHaveLength(2);
    world.network.isDown = false;
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await activationsOnServer(world)).toEqual(['alice stars', 'alice tides']);
    expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([
      { lessonId: 'stars-lesson-1', completedAt: expect.any(String) },
    ]);
    expect(readKnownUser()?.activatedCourses.toSorted()).toEqual(['stars', 'tides']);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
  });

  it('leaves no activation code on the device once it is used', async () => {
    await unlockTides();
    await drainLater(store);
    expect(JSON.stringify(await store.outbox.toArray())).not.toContain('TIDES-CODE-1');
  });
});

describe.each(Object.entries(faults))('the network fault %s', (_, fault) => {
  it('leaves the command queued, and it is sent once afterwards', async () => {
    const id = await unlockTides();
    await recordProgress(knownUserId(), 'stars-lesson-1', { positionSeconds: 42 });
    world.network.plan = [fault, fault];
    await drainLater(store);
    await drainLater(store);
    expect((await findCommand(store, id))?.state).not.toBe('refused');
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await activationsOnServer(world)).toEqual(['alice stars', 'alice tides']);
    expect(await usedCodesOnServer(world)).toEqual(
      ['alice TIDES-CODE-1', 'alice STARS-CODE-1'].sort().reverse(),
    );
    expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([{ positionSeconds: 42 }]);
  });
});

describe('a lost reply', () => {
  it('is replaced by the receipt: repeating the request changes nothing', async () => {
    const id = await unlockTides();
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 0 });
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged', attempts: 2 });
    expect(world.network.seen.map(({ key }) => key)).toEqual([id, id]);
    expect(await usedCodesOnServer(world)).toHaveLength(2);
  });

  it('that is replayed after another course was unlocked does not lock that one', async () => {
    const person = world.server.people.bob;
    const bobs = await arrive(world, person);
    await unlockTides();
    world.network.plan = [faults.replyLost];
    await drainLater(bobs);
    await enqueueActivation(knownUserId(), { courseId: 'stars', courseTitle: 'Stars', code: 'STARS-CODE-2' });
    await drain(bobs, realPorts);
    expect(readKnownUser()?.activatedCourses).toContain('stars');
    await drainLater(bobs);
    expect(await listUnsent(bobs)).toEqual([]);
    expect(readKnownUser()?.activatedCourses.toSorted()).toEqual(['stars', 'tides']);
  });
});

describe('a refused command', () => {
  it('stays in the outbox with the server’s sentence, retains the input, and blocks no other command', async () => {
    const id = await unlockTides('NO-SUCH-CODE');
    await recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
    await enqueueActivation(knownUserId(), { courseId: 'stars', courseTitle: 'Stars', code: 'STARS-CODE-2' });
    await drainLater(store);
    const [refused, ...others] = await listUnsent(store);
    expect(others).toEqual([]);
    expect(refused).toMatchObject({
      id,
      state: 'refused',
      lastProblem: 'Invalid activation code',
      command: { args: { activationCode: 'NO-SUCH-CODE' } },
    });
    expect(await progressOnServer(world, world.server.people.alice)).toHaveLength(1);
    expect(readKnownUser()?.activatedCourses).toEqual(['stars']);
  });

  it('is superseded by the right code', async () => {
    await unlockTides('NO-SUCH-CODE');
    await drainLater(store);
    const id = await unlockTides();
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
    expect(await listUnsent(store)).toEqual([]);
  });
});

describe('a page that crashes', () => {
  const steps = ['identified', 'claimed', 'sent', 'applied'] as const;

  it.each(steps)('right after a command was %s loses and duplicates nothing', async (step) => {
    await unlockTides();
    await recordProgress(knownUserId(), 'stars-lesson-1', { positionSeconds: 42 });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const die = (done: string) => {
        if (done === step) throw new Error('the page is gone');
      };
      await drainLater(store, { onStep: die }).catch(() => undefined);
    }
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await activationsOnServer(world)).toEqual(['alice stars', 'alice tides']);
    expect(await usedCodesOnServer(world)).toHaveLength(2);
    expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([{ positionSeconds: 42 }]);
  });
});

describe('two concurrent replayers', () => {
  it('duplicate nothing, even without a lock', async () => {
    await unlockTides();
    for (const n of [1, 2, 3, 4])
      await recordProgress(knownUserId(), `stars-lesson-${n}`, { isCompleted: true });
    await Promise.all([drainLater(store), drainLater(store), drainLater(store)]);
    await drainLater(store);
    expect(await listUnsent(store)).toEqual([]);
    expect(await activationsOnServer(world)).toEqual(['alice stars', 'alice tides']);
    expect(await usedCodesOnServer(world)).toHaveLength(2);
  });

  it('take turns where there are locks, so each command is sent once', async () => {
    await unlockTides();
    await recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
    const replayer = () => withReplayLock(store, (extendLock) => drain(store, { ...realPorts, extendLock }));
    await Promise.all([replayer(), replayer(), replayer()]);
    const keys = world.network.seen.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(2);
  });

  it('take turns by a lease where there are no locks', async () => {
    const { locks, ...rest } = navigator;
    Object.defineProperty(globalThis, 'navigator', { value: rest, configurable: true });
    try {
      await unlockTides();
      const replayer = () =>
        withReplayLock(store, (extendLock) => drain(store, { ...realPorts, extendLock }));
      const ends = await Promise.all([replayer(), replayer()]);
      expect(ends.map((end) => end?.end ?? 'has no lock')).toContain('drained');
      expect(await listUnsent(store)).toEqual([]);
    } finally {
      Object.defineProperty(globalThis, 'navigator', { value: { ...rest, locks }, configurable: true });
    }
  });
});

describe('the order', () => {
  it('is preserved per record while four writers write and one replays', async () => {
    const writer = async (lesson: number) => {
      for (let position = 1; position <= 25; position += 1) {
        await recordProgress(knownUserId(), `stars-lesson-${lesson}`, { positionSeconds: position });
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
    const rows = await store.outbox.toArray();
    expect(world.network.seen.map(({ key }) => key)).toEqual(rows.map((row) => row.id));
    expect(
      (await progressOnServer(world, world.server.people.alice)).map((row) => row.positionSeconds),
    ).toEqual([25, 25, 25, 25]);
  });
});
