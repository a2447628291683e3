import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeToken } from '#pwa/api/token.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { findProgress } from '#pwa/store/account/progress.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueueActivation, retryCommand } from '#pwa/sync/outbox/outbox.ts';
import { drain, realPorts } from '#pwa/sync/replay/replay.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { faults } from '../testing/network.ts';
import {
  activationsOnServer,
  arrive,
  drainLater,
  openWorld,
  progressOnServer,
  unlock,
  type World,
} from '../testing/world.ts';

/* The order of events on the device while a command is in flight. */

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  await unlock(world, world.server.people.alice, 'stars', 'STARS-CODE-1');
  store = await arrive(world, world.server.people.alice);
});

const unlockTides = () =>
  enqueueActivation(knownUserId(), {
    courseId: 'tides',
    courseTitle: 'Reading the tides',
    code: 'TIDES-CODE-1',
  });
const setRevoked = (revokedAt: string | null) =>
  inTransaction(world.server.deps.db, (trx) =>
    trx.updateTable('activationCodes').set({ revokedAt }).where('code', '=', 'TIDES-CODE-1').execute(),
  );

/** Runs a callback for each request before it leaves the device. */
function beforeEachRequest(work: (count: number) => Promise<unknown>): void {
  const { fetch } = world.network;
  let count = 0;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    count += 1;
    await work(count);
    return fetch(path, init);
  });
}

/** Holds the next request back, and not later ones, until it is released. */
function holdNextRequest(): () => void {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  beforeEachRequest(async (count) => count === 1 && held);
  return () => letGo();
}

const statesOf = async () => (await store.outbox.toArray()).map(({ state }) => state);

describe('a command being sent', () => {
  it('is marked as in flight, and earlier ones as arrived', async () => {
    await unlockTides();
    await recordProgress(knownUserId(), 'stars-lesson-1', { isCompleted: true });
    await enqueueActivation(knownUserId(), { courseId: 'stars', courseTitle: 'Stars', code: 'STARS-CODE-2' });
    const body = JSON.stringify({ error: 'Nothing', code: 'not_found', requestId: crypto.randomUUID() });
    world.network.planAt.set('/api/batch', { status: 404, body });
    const known: string[][] = [];
    beforeEachRequest(async () => known.push(await statesOf()));
    await drainLater(store);
    expect(known).toEqual([
      ['sending', 'sending', 'sending'],
      ['sending', 'sending', 'sending'],
      ['acknowledged', 'sending', 'sending'],
      ['acknowledged', 'acknowledged', 'sending'],
    ]);
  });

  it('is not changed by an edit, which is queued behind it and shown meanwhile', async () => {
    await recordProgress(knownUserId(), 'stars-lesson-1', { positionSeconds: 10 });
    const shown: unknown[] = [];
    beforeEachRequest(async (count) => {
      if (count === 1) await recordProgress(knownUserId(), 'stars-lesson-1', { positionSeconds: 20 });
      shown.push((await findProgress(store, 'stars-lesson-1')).positionSeconds);
    });
    await drainLater(store);
    expect(shown).toEqual([20, 20]);
    const keys = world.network.seen.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    expect(await listUnsent(store)).toEqual([]);
    expect(await progressOnServer(world, world.server.people.alice)).toMatchObject([{ positionSeconds: 20 }]);
  });

  it('is the last one when another tab has taken the lock meanwhile', async () => {
    await recordProgress(knownUserId(), 'stars-lesson-1', { positionSeconds: 10 });
    beforeEachRequest(async () => recordProgress(knownUserId(), 'stars-lesson-1', { positionSeconds: 20 }));
    expect(await drainLater(store, { extendLock: async () => false })).toMatchObject({ end: 'stopped' });
    expect(await statesOf()).toEqual(['acknowledged', 'waiting']);
  });

  it('is sent as its own user, even when another user signs in at that moment', async () => {
    const id = await unlockTides();
    await drainLater(store, {
      onStep: (step) => {
        if (step === 'claimed') writeToken(world.server.people.bob.token);
      },
    });
    expect(await activationsOnServer(world)).toEqual(['alice stars', 'alice tides']);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
  });
});

describe('a reply received after another replayer’s', () => {
  it('does not revert an ack', async () => {
    const id = await unlockTides();
    const letGo = holdNextRequest();
    const slow = drainLater(store);
    await waitFor(async () => expect(await statesOf()).toEqual(['sending']));
    await drainLater(store);
    world.network.plan = [faults.error500];
    letGo();
    await slow;
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
    expect(JSON.stringify(await store.outbox.toArray())).not.toContain('TIDES-CODE-1');
  });

  it('does not overwrite a command that the user has retried meanwhile', async () => {
    const id = await unlockTides();
    await setRevoked(new Date().toISOString());
    const letGo = holdNextRequest();
    const slow = drainLater(store);
    await waitFor(async () => expect(await statesOf()).toEqual(['sending']));
    await drainLater(store);
    expect(await findCommand(store, id)).toMatchObject({ state: 'refused' });
    await setRevoked(null);
    const nextId = await retryCommand(id);
    letGo();
    await slow;
    await drainLater(store);
    expect(await findCommand(store, nextId)).toMatchObject({ state: 'acknowledged' });
    expect(readKnownUser()?.activatedCourses).toContain('tides');
  });
});

describe('a busy server', () => {
  it('is not contacted before its Retry-After time, even by an eager device', async () => {
    const id = await unlockTides();
    const startedMs = Date.now();
    const drainAfter = (seconds: number) =>
      drain(store, { ...realPorts, now: () => startedMs + seconds * 1_000, isEager: true, random: () => 0 });
    world.network.plan = [{ status: 429, body: '', headers: { 'Retry-After': '60' } }];
    await drainAfter(0);
    await drainAfter(50);
    expect(await findCommand(store, id)).toMatchObject({ state: 'waiting', attempts: 1 });
    await drainAfter(61);
    expect(await findCommand(store, id)).toMatchObject({ state: 'acknowledged' });
  });
});
