import { beforeEach, expect, it, vi } from 'vitest';
import { lastFailure } from '#pwa/api/failures.ts';
import { findFetchedAt, listAdminCourses, wipeAdmin } from '#pwa/store/admin/admin.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueCourseStatus } from '#pwa/sync/enqueue/admin-commands.ts';
import { refreshAdminCourses, refreshAdminCoursesAtRest } from '#pwa/sync/pull/admin-refresh.ts';
import { trackPull } from '#pwa/sync/pull/pull-run.ts';
import { withLead } from '#pwa/sync/replay/leader.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { editOnServer, pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, openWorld, type World } from '../testing/world.ts';

const LIST = '/api/admin/courses';
const isList = (path: string) => path.startsWith(`${LIST}?`);
const LESSON = '/api/admin/lessons/tides-lesson-1';
const tides = { id: 'tides', title: 'Reading the tides' };

let world: World;
let store: PrivateStore;
/** The status of each reply with the list, in order. */
let statuses: number[];

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.admin);
  statuses = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await world.network.fetch(path, init);
    if (isList(path) && init.method === 'GET') statuses.push(response.status);
    return response;
  });
  await pullAll(store);
  await refreshAdminCourses();
});

it('a list that has not changed is not sent again, and counts as fresh', async () => {
  const before = await listAdminCourses(store);
  await store.database.state.put({ key: 'adminFetchedAt/courses', value: '2026-01-01T00:00:00.000Z' });
  await refreshAdminCourses();
  expect(statuses).toEqual([200, 304]);
  expect(await findFetchedAt(store, 'courses')).not.toBe('2026-01-01T00:00:00.000Z');
  expect(await listAdminCourses(store)).toEqual(before);
  expect(lastFailure()?.path.split('?')[0]).not.toBe(LIST);
});

it('a list in which somebody changed a lesson is sent whole', async () => {
  await editOnServer(world, 'PUT', LESSON, { title: 'Ebb', content: '<p>New words</p>' });
  await refreshAdminCourses();
  await refreshAdminCourses();
  expect(statuses).toEqual([200, 200, 304]);
  expect((await findAdminContent(store, 'tides-lesson-1'))?.content).toContain('New words');
});

it('a list that this device changed is sent whole', async () => {
  await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
  await drainLater(store);
  await refreshAdminCourses();
  expect(statuses).toEqual([200, 200]);
});

it('a list of which a row is missing here is sent whole', async () => {
  await store.database.adminContents.delete('tides-lesson-1');
  await refreshAdminCourses();
  expect(statuses).toEqual([200, 200]);
  expect(await findAdminContent(store, 'tides-lesson-1')).not.toBeNull();
});

it('a list is sent whole to somebody who is an admin again', async () => {
  await wipeAdmin(store);
  await refreshAdminCourses();
  expect(statuses).toEqual([200, 200]);
  expect(await listAdminCourses(store)).toHaveLength(2);
});

it('a list that a long pull overtakes is fetched again when the pull has ended', async () => {
  await store.database.state.put({ key: 'adminFetchedAt/courses', value: '2026-01-01T00:00:00.000Z' });
  let endPull = () => {};
  let isPulling = true;
  const ended = new Promise<void>((resolve) => {
    endPull = resolve;
  });
  trackPull(ended);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await world.network.fetch(path, init);
    if (isList(path) && init.method === 'GET') {
      // The next page of the pull is written while the reply is under way.
      statuses.push(response.status);
      if (isPulling) {
        await editOnServer(world, 'PUT', LESSON, { title: `Ebb ${statuses.length}` });
        await pullAll(store);
      }
    }
    return response;
  });
  const refreshed = refreshAdminCourses();
  await waitFor(() => expect(statuses).toHaveLength(3));
  isPulling = false;
  endPull();
  await refreshed;
  expect(statuses).toHaveLength(4);
  expect(await findFetchedAt(store, 'courses')).not.toBe('2026-01-01T00:00:00.000Z');
});

it('a list is refreshed after the edits that are being sent', async () => {
  let refreshed = Promise.resolve();
  await withLead(store, async () => {
    refreshed = refreshAdminCoursesAtRest();
    await enqueueCourseStatus(knownUserId(), tides, 'unpublished');
    await drainLater(store);
    expect(statuses).toEqual([200]);
  });
  await refreshed;
  expect(statuses).toEqual([200, 200]);
});

it('a list that is not here yet does not wait for edits', async () => {
  await wipeAdmin(store);
  await withLead(store, refreshAdminCoursesAtRest);
  expect(statuses).toEqual([200, 200]);
});

it('a list is sent whole after the server’s database was restored', async () => {
  const { value } = (await store.state.get('pull')) ?? {};
  await store.database.state.put({ key: 'pull', value: { ...Object(value), epoch: 'another life' } });
  await refreshAdminCourses();
  expect(statuses).toEqual([200, 200]);
});
