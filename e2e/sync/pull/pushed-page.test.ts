import { beforeEach, describe, expect, it } from 'vitest';
import { listProgress } from '#pwa/store/account/progress.ts';
import { findPullState, restartPull } from '#pwa/store/account/pull-state.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { applyPushed, parsePushed } from '#pwa/sync/pull/pushed.ts';
import type { PushedPage } from '#schema/sync/pull.ts';
import {
  editOnServer,
  expectedLearnerView,
  learnerView,
  openTidesDevice,
  pullAll,
} from '../testing/pull-world.ts';
import type { World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;
let nextPage: () => Promise<PushedPage>;

beforeEach(async () => {
  ({ world, store } = await openTidesDevice());
  nextPage = await listen();
});

/** Alice's stream of events; returns the page of the next event. */
async function listen() {
  const { server } = world;
  await server.deps.changeWatch.poll();
  const headers = { Authorization: `Bearer ${server.people.alice.token}` };
  const response = await server.app.request('/api/events?with=changes', { headers });
  const reader = response.body?.getReader();
  await reader?.read();
  return async () => {
    await server.deps.changeWatch.poll();
    const part = await reader?.read();
    const page = parsePushed(new TextDecoder().decode(part?.value).slice('data:'.length));
    if (page === null) throw new Error('The event has no page');
    return page;
  };
}

const rename = (lesson: number, title: string) =>
  editOnServer(world, 'PUT', `/api/admin/lessons/tides-lesson-${lesson}`, { title });
async function recordElsewhere(lesson: number): Promise<void> {
  const { server } = world;
  const entry = {
    lessonId: `tides-lesson-${lesson}`,
    positionSeconds: 30,
    updatedAt: '2026-11-20T08:00:00.000Z',
  };
  await server.request('/api/progress', {
    method: 'PUT',
    as: server.people.alice,
    body: { entries: [entry] },
  });
}
const shown = () => learnerView(store, 'tides');
const expected = () => expectedLearnerView(world, world.server.people.alice, 'tides');

describe('a page that came with an event', () => {
  it('is written with its cursor, so that the next pull is empty', async () => {
    await rename(1, 'Neap tides');
    const page = await nextPage();
    expect(await applyPushed(store, page)).toEqual({ changed: ['tides'], removed: [] });
    expect(await shown()).toEqual(await expected());
    const { cursor, count } = await findPullState(store);
    expect(cursor).toBe(page.cursor);
    expect(await pullAll(store)).toMatchObject({ changed: [] });
    expect(await findPullState(store)).toMatchObject({ cursor, count });
  });

  it('follows a pull that was faster, and one page the other', async () => {
    await rename(1, 'Neap tides');
    const first = await nextPage();
    await pullAll(store);
    await rename(2, 'Spring tides');
    const second = await nextPage();
    expect(await applyPushed(store, second)).toEqual({ changed: ['tides'], removed: [] });
    expect(await shown()).toEqual(await expected());
    const state = await findPullState(store);
    expect(await applyPushed(store, first)).toEqual({ changed: [], removed: [] });
    expect(await applyPushed(store, second)).toEqual({ changed: [], removed: [] });
    expect(await findPullState(store)).toEqual(state);
  });

  it('is not written when changes before it are missing: the device has to pull', async () => {
    await rename(1, 'Neap tides');
    await nextPage();
    await rename(2, 'Spring tides');
    const second = await nextPage();
    const before = { state: await findPullState(store), view: await shown() };
    expect(await applyPushed(store, second)).toBeNull();
    expect({ state: await findPullState(store), view: await shown() }).toEqual(before);
    await pullAll(store);
    expect(await shown()).toEqual(await expected());
  });

  it('with progress of another device is written with its cursor, and only once', async () => {
    await recordElsewhere(1);
    const first = await nextPage();
    await recordElsewhere(2);
    const second = await nextPage();
    const before = await findPullState(store);
    expect(await applyPushed(store, second)).toBeNull();
    expect(await findPullState(store)).toEqual(before);
    expect(await applyPushed(store, first)).toEqual({ changed: [], removed: [] });
    const { cursor, sequence } = first;
    expect(await findPullState(store)).toEqual({
      ...{ ...before, cursor, sequence },
      ...{ reached: sequence, count: before.count + 1 },
    });
    expect(await listProgress(store)).toMatchObject([{ lessonId: 'tides-lesson-1', positionSeconds: 30 }]);
    expect(await applyPushed(store, second)).toEqual({ changed: [], removed: [] });
    expect(await applyPushed(store, first)).toEqual({ changed: [], removed: [] });
    expect(await findPullState(store)).toMatchObject({ cursor: second.cursor, count: before.count + 2 });
    expect(await pullAll(store)).toMatchObject({ changed: [] });
  });

  it.each<[string, (page: PushedPage) => PushedPage]>([
    ['is of another epoch', (page) => ({ ...page, epoch: 'another' })],
    ['is not the last one', (page) => ({ ...page, more: true })],
    [
      'contains an activation',
      (page) => ({ ...page, changes: [{ kind: 'activation', id: 'tides', deleted: true }] }),
    ],
  ])('is not written when it %s', async (_, change) => {
    await rename(1, 'Neap tides');
    const before = await findPullState(store);
    expect(await applyPushed(store, change(await nextPage()))).toBeNull();
    expect(await findPullState(store)).toEqual(before);
  });

  it('is not written after changes that were numbered in an earlier epoch', async () => {
    await rename(1, 'Neap tides');
    const page = await nextPage();
    await requeueAcknowledged(store, 'a new one');
    expect(await applyPushed(store, { ...page, epoch: 'a new one' })).toBeNull();
  });

  it('is not written during a pull from the start, nor after a server that numbers nothing', async () => {
    await rename(1, 'Neap tides');
    const page = await nextPage();
    const state = await findPullState(store);
    await restartPull(store, 'user');
    expect(await applyPushed(store, page)).toBeNull();
    const { sequence: _, ...unnumbered } = state;
    await store.database.state.put({ key: 'pull', value: unnumbered });
    expect(await applyPushed(store, page)).toBeNull();
  });
});

describe('the data of an event', () => {
  it('is a page only if this version can read it', () => {
    expect(parsePushed('pull')).toBeNull();
    expect(parsePushed('{"changes":[]}')).toBeNull();
  });
});
