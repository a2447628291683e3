import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { removeToken } from '#pwa/api/token.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { OutboxRow } from '#pwa/store/database/rows.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import { offerEarlyDrain, onReplayRequest } from '#pwa/sync/outbox/signal.ts';
import { createEngine, type Engine } from '#pwa/sync/replay/engine.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { faults } from '../testing/network.ts';
import { arrive, drainLater, openWorld, progressOnServer, unlock, type World } from '../testing/world.ts';

/* A learner's edit whose drain begins while the edit is being stored. */

let world: World;
let store: PrivateStore;
let engine: Engine;

beforeEach(async () => {
  world = await openWorld();
  await unlock(world, world.server.people.alice, 'stars', 'STARS-CODE-1');
  store = await arrive(world, world.server.people.alice);
  await store.database.open();
  engine = createEngine(() => undefined);
  const stops = [
    engine.stop,
    offerEarlyDrain(engine.begin),
    onReplayRequest((call) => void engine.run(call)),
  ];
  onTestFinished(() => {
    for (const stop of stops) stop();
  });
});

const complete = (lesson = 1) =>
  recordProgress(knownUserId(), `stars-lesson-${lesson}`, { isCompleted: true });
const lockName = () => `carrel-replay-${store.userId}`;

/** The rows of the outbox in the first transaction that stores one. */
function watchFirstRow(): () => OutboxRow | undefined {
  let first: OutboxRow | undefined;
  const note = (_: number, row: OutboxRow) => {
    first ??= structuredClone(row);
  };
  store.database.outbox.hook('creating', note);
  onTestFinished(() => store.database.outbox.hook('creating').unsubscribe(note));
  return () => first;
}

/** Holds the lead as another tab does, until it is released or the test ends. */
async function leadElsewhere(): Promise<() => void> {
  let release = () => {};
  await new Promise<void>((resolve) => {
    void navigator.locks.request(lockName(), () => {
      resolve();
      return new Promise<void>((end) => {
        release = end;
      });
    });
  });
  onTestFinished(() => release());
  return () => release();
}

/** The engine tries again after ten minutes: not during a test, however slow the machine is. */
const LASTING_FAILURE = { ...faults.error500, headers: { 'Retry-After': '600' } };

it('is claimed in the transaction that stores it, and sent once', async () => {
  const firstRow = watchFirstRow();
  await complete();
  await engine.untilIdle();
  expect(firstRow()).toMatchObject({ state: 'sending', attempts: 1 });
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'acknowledged', attempts: 1 }]);
  expect(world.network.seen.map(({ path }) => path)).toEqual(['/api/progress']);
  expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([
    { lessonId: 'stars-lesson-1' },
  ]);
});

it('is claimed by the drain when others are unsent: it may depend on them', async () => {
  world.network.plan = [LASTING_FAILURE];
  const request = { courseId: 'tides', courseTitle: 'Tides', code: 'TIDES-CODE-1' };
  await enqueueActivation(store.userId, request);
  await engine.untilIdle();
  const firstRow = watchFirstRow();
  await complete();
  expect(firstRow()).toMatchObject({ state: 'waiting', attempts: 0 });
  await engine.untilIdle();
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'waiting' }, { state: 'acknowledged' }]);
});

it('is not claimed while another tab has the lead, and is sent after it', async () => {
  const release = await leadElsewhere();
  await complete();
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  expect(world.network.seen).toEqual([]);
  release();
  await engine.untilIdle();
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'acknowledged', attempts: 1 }]);
});

it('is sent again under its key when the page dies before the request', async () => {
  // Its lead ends with the page.
  let die = () => {};
  const dead = new Promise<never>((_, reject) => {
    die = () => reject(new Error('The page is gone'));
  });
  onTestFinished(() => die());
  vi.stubGlobal('fetch', () => dead);
  await complete();
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'sending', attempts: 1 }]);
  engine.stop();
  vi.stubGlobal('fetch', world.network.fetch);
  await drainLater(store);
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'acknowledged', attempts: 2 }]);
  expect(await progressOnServer(world, world.server.people.alice)).toHaveLength(1);
});

it('waits for its next attempt after a failure, as any other', async () => {
  world.network.plan = [LASTING_FAILURE];
  await complete();
  await engine.untilIdle();
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 1, lastStatus: 500 }]);
});

it('that cannot be stored leaves the engine free for the next one', async () => {
  const gone = recordProgress('bob', 'stars-lesson-1', { isCompleted: true });
  await expect(gone).rejects.toThrow(StoreGoneError);
  const fail = () => {
    throw new Error('The disk is broken');
  };
  const { outbox } = store.database;
  outbox.hook('creating', fail);
  await expect(complete(2)).rejects.toThrow('The disk is broken');
  outbox.hook('creating').unsubscribe(fail);
  await engine.untilIdle();
  await complete(3);
  await engine.untilIdle();
  expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([
    { lessonId: 'stars-lesson-3' },
  ]);
});

it('without a session stays on the device, unclaimed', async () => {
  removeToken();
  await complete();
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
});

it('of a state that has not changed sends nothing', async () => {
  await complete();
  await engine.untilIdle();
  await complete();
  await engine.untilIdle();
  expect(await store.outbox.count()).toBe(1);
  expect(world.network.seen).toHaveLength(1);
});
