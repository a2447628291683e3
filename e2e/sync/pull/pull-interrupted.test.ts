import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findPullState } from '#pwa/store/account/pull-state.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { forgetKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { realPullPorts } from '#pwa/sync/pull/pull.ts';
import { knownUserId, listDatabases } from '#pwa/testing/device.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { beginEpoch } from '#sync-server/epoch/epoch-queries.ts';
import {
  editOnServer,
  expectedLearnerView,
  learnerView,
  openTidesDevice,
  pagesOf,
  pullAll,
} from '../testing/pull-world.ts';
import type { World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

async function openDevice(): Promise<void> {
  ({ world, store } = await openTidesDevice());
}

const edit = (method: string, path: string, body?: object) => editOnServer(world, method, path, body);

describe('an invalid cursor', () => {
  beforeEach(openDevice);

  it('restarts the pull from the beginning: rows not received are removed, unsent work stays', async () => {
    await recordProgress(knownUserId(), 'tides-lesson-2', { isCompleted: true });
    const { db } = world.server.deps;
    // The database is restored from before these rows were created.
    await inTransaction(db, async (trx) => {
      await trx.deleteFrom('lessons').where('id', '=', 'tides-lesson-1').execute();
      await trx.deleteFrom('changes').where('id', 'like', 'tides-lesson-1%').execute();
      await trx
        .updateTable('lessons')
        .set({ version: 0, title: 'Put back' })
        .where('id', '=', 'tides-lesson-2')
        .execute();
      await beginEpoch(trx);
    });
    const onNewEpoch = vi.fn(async () => ({ proofs: 0 }));
    expect((await pullAll(store, { ...pagesOf(2), onNewEpoch })).end).toBe('done');
    expect(onNewEpoch).toHaveBeenCalled();
    const view = await learnerView(store, 'tides');
    expect(view?.modules[0]?.lessons.map(({ title }) => title)).toEqual(['Put back']);
    expect(await listUnsent(store)).toHaveLength(1);
    expect((await findPullState(store)).sweep).toBeNull();
    expect((await store.state.toArray()).filter(({ key }) => key.startsWith('pullSeen/'))).toEqual([]);
  });

  it('for a server that accepts no cursor is not replaced forever', async () => {
    const request = vi.fn(() =>
      realPullPorts.request('/api/sync?cursor=rubbish', world.server.people.alice.token),
    );
    expect(await pullAll(store, { request })).toMatchObject({ end: 'stopped' });
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('that the server never issued is replaced', async () => {
    const state = await findPullState(store);
    await store.database.state.put({ key: 'pull', value: { ...state, cursor: 'rubbish' } });
    expect((await pullAll(store)).end).toBe('done');
    expect(await learnerView(store, 'tides')).toEqual(
      await expectedLearnerView(world, world.server.people.alice, 'tides'),
    );
  });
});

describe('an interrupted pull', () => {
  beforeEach(openDevice);

  it.each(['requested', 'written'])(
    'continues where it was after a page was %s, and loses nothing',
    async (deadly) => {
      await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'One' });
      await edit('PUT', '/api/admin/lessons/tides-lesson-3', { title: 'Three' });
      await edit('DELETE', '/api/admin/lessons/tides-lesson-4');
      for (let death = 0; death < 4; death += 1) {
        const before = await findPullState(store);
        const onStep = (step: string) => {
          if (step === deadly) throw new Error('the page is gone');
        };
        await expect(pullAll(store, { ...pagesOf(1), onStep })).rejects.toThrow('the page is gone');
        const after = await findPullState(store);
        expect(after.cursor === before.cursor).toBe(deadly === 'requested');
      }
      await pullAll(store, pagesOf(1));
      expect(await learnerView(store, 'tides')).toEqual(
        await expectedLearnerView(world, world.server.people.alice, 'tides'),
      );
    },
  );

  it('has written neither rows nor cursor in the middle of its transaction', async () => {
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'One' });
    const before = await findPullState(store);
    const { prototype } = store.database.Table;
    const { bulkPut } = prototype;
    const put = vi.spyOn(prototype, 'bulkPut');
    for (const _ of ['modules', 'lessons', 'texts']) put.mockImplementationOnce(bulkPut);
    put.mockRejectedValueOnce(new Error('the disk is gone'));
    await expect(pullAll(store)).rejects.toThrow('the disk is gone');
    expect(put.mock.contexts.at(-1)).toMatchObject({ name: 'resources' });
    expect(await findPullState(store)).toEqual(before);
    expect((await learnerView(store, 'tides'))?.modules[0]?.lessons[0]?.title).toBe('Lesson 1');
    await pullAll(store);
    expect((await learnerView(store, 'tides'))?.modules[0]?.lessons[0]?.title).toBe('One');
  });

  it.each([500, 502, 429, 200])(
    'stops without an error on a reply %i that is no page of changes',
    async (status) => {
      world.network.planAt.set(pathOf(await findPullState(store)), { status, body: '<html>' });
      expect(await pullAll(store)).toMatchObject({ end: 'stopped' });
      expect((await pullAll(store)).end).toBe('done');
    },
  );

  it('recreates nothing when the user signs out', async () => {
    const request = async (path: string, token: string) => {
      const reply = await realPullPorts.request(path, token);
      forgetKnownUser();
      store.database.leave();
      await store.database.delete();
      return reply;
    };
    await expect(pullAll(store, { request })).rejects.toBeInstanceOf(StoreGoneError);
    expect(await listDatabases()).not.toContain('carrel-user-alice');
  });

  it('does not overwrite the result of another tab that was faster', async () => {
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'One' });
    await edit('POST', '/api/admin/modules/tides-module-1/lessons', { id: 'short-lived', title: 'Short' });
    let isFirst = true;
    const request = async (path: string, token: string) => {
      const reply = await realPullPorts.request(path, token);
      if (isFirst) {
        isFirst = false;
        await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'Two' });
        await edit('DELETE', '/api/admin/lessons/short-lived');
        await pullAll(store);
      }
      return reply;
    };
    expect((await pullAll(store, { request })).end).toBe('done');
    expect((await learnerView(store, 'tides'))?.modules[0]?.lessons[0]?.title).toBe('Two');
    expect(await store.lessons.get('short-lived')).toBeUndefined();
  });
});

it.each([
  ['ten years behind', -10 * 365 * 24 * 60 * 60_000],
  ['three days ahead', 3 * 24 * 60 * 60_000],
])('a device whose clock is %s receives the same changes', async (_, offsetMs) => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + offsetMs });
  try {
    await openDevice();
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'One' });
    vi.setSystemTime(now - offsetMs);
    await edit('DELETE', '/api/admin/lessons/tides-lesson-2');
    await pullAll(store);
    expect(await learnerView(store, 'tides')).toEqual(
      await expectedLearnerView(world, world.server.people.alice, 'tides'),
    );
  } finally {
    vi.useRealTimers();
  }
});

function pathOf({ cursor }: { cursor: string | null }): string {
  return `/api/sync?cursor=${encodeURIComponent(cursor ?? '')}`;
}
