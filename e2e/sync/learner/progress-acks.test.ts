import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findProgress, listProgress } from '#pwa/store/account/progress.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { discardCommand } from '#pwa/sync/outbox/outbox.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import type { ProgressEntry } from '#schema/learning/progress.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, openWorld, progressOnServer, unlock, type World } from '../testing/world.ts';

/* An ack writes no progress: its command is laid over the rows until the device has pulled its effect. */

const LESSON = 'tides-lesson-1';
let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  await unlock(world, world.server.people.alice, 'tides', 'TIDES-CODE-1');
  store = await arrive(world, world.server.people.alice);
  await pullAll(store);
});

const complete = (isCompleted = true) => recordProgress(knownUserId(), LESSON, { isCompleted });
const isTicked = async () => (await findProgress(store, LESSON)).completedAt !== null;
const laterThanNow = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Saves progress of the same learner as another device does. */
async function saveElsewhere(entry: Omit<ProgressEntry, 'lessonId'>): Promise<void> {
  const body = { entries: [{ lessonId: LESSON, ...entry }] };
  await world.server.request('/api/progress', { as: world.server.people.alice, method: 'PUT', body });
}

describe('a completed lesson', () => {
  it('is ticked at each step from the press until the pull, and only the pull writes it', async () => {
    const ticks: boolean[] = [];
    const look = async () => ticks.push(await isTicked());
    const written: unknown[] = [];
    const note = (key: unknown) => {
      written.push(key);
    };
    store.database.progress.hook('creating', note);
    onTestFinished(() => store.database.progress.hook('creating').unsubscribe(note));
    await complete();
    await look();
    const { fetch } = world.network;
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      await look();
      const reply = await fetch(...request);
      await look();
      return reply;
    });
    await drainLater(store);
    await look();
    expect(written).toEqual([]);
    await pullAll(store);
    await look();
    expect(written).toEqual([LESSON]);
    expect(ticks).toEqual(ticks.map(() => true));
    expect(await listProgress(store)).toMatchObject(await progressOnServer(world, world.server.people.alice));
  });

  it('that was acknowledged is ticked before its pull, and withdrawn by a later press', async () => {
    await complete();
    await drainLater(store);
    await complete(false);
    expect(await isTicked()).toBe(false);
    await drainLater(store);
    expect(await isTicked()).toBe(false);
    await pullAll(store);
    expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([{ completedAt: null }]);
  });

  it('gives way to what another device has done since, once that is pulled', async () => {
    await complete();
    await drainLater(store);
    await saveElsewhere({ completedAt: null, updatedAt: laterThanNow(1_000) });
    expect(await isTicked()).toBe(true);
    await pullAll(store);
    expect(await isTicked()).toBe(false);
  });

  it('of a clock that is ahead gets the server’s time, so later edits of other devices win', async () => {
    vi.useFakeTimers({ now: Date.now() + 3 * 86_400_000, toFake: ['Date'] });
    await complete();
    vi.useRealTimers();
    await drainLater(store);
    await pullAll(store);
    expect(await listProgress(store)).toMatchObject(await progressOnServer(world, world.server.people.alice));
  });

  it('stays ticked where the server ignored it, because the course is not unlocked', async () => {
    await recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
    await drainLater(store);
    await pullAll(store);
    expect((await findProgress(store, 'stars-lesson-1')).completedAt).not.toBeNull();
    await unlock(world, world.server.people.alice, 'stars', 'STARS-CODE-1');
    await pullAll(store);
    await drainLater(store);
    await pullAll(store);
    expect(await store.outbox.where('ackSequence').above(0).count()).toBe(1);
    expect(await listProgress(store)).toMatchObject(await progressOnServer(world, world.server.people.alice));
  });

  it('that was discarded while it was sent is ticked again by the pull', async () => {
    await complete();
    await drainLater(store, {
      onStep: async (step) => {
        if (step === 'sent') await discardCommand((await store.outbox.toArray())[0]?.id ?? '');
      },
    });
    await pullAll(store);
    expect(await isTicked()).toBe(true);
  });
});
