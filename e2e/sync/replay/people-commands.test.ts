import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { listAdminCourses } from '#pwa/store/admin/admin.ts';
import { readSupportRequests } from '#pwa/store/admin/support-requests.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueCoursesDelete } from '#pwa/sync/enqueue/delete-courses.ts';
import { enqueueAccessOf, enqueueSupportDone } from '#pwa/sync/enqueue/person-commands.ts';
import { refreshAdminCourses, refreshSupportRequests } from '#pwa/sync/pull/admin-refresh.ts';
import { refreshPerson } from '#pwa/sync/pull/refresh-person.ts';
import { liveCourses } from '#sync-server/db/live-rows.ts';
import { arrive, drainLater, openWorld, type World } from '../testing/world.ts';

const REQUEST = '0190f5a0-0000-7000-8000-000000000005';
const bob = { id: 'bob', name: 'Bob' };
const course = { id: 'tides', title: 'Reading the tides' };
let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
  store = await arrive(world, world.server.people.admin);
});

const access = async () =>
  (
    await world.server.deps.db
      .selectFrom('activations')
      .select('revokedAt')
      .where('userId', '=', 'bob')
      .execute()
  ).map(({ revokedAt }) => revokedAt === null);
const revisions = async () =>
  (await world.server.deps.db.selectFrom('revisions').select('after').orderBy('id').execute()).map(
    ({ after }) => after,
  );
const change = (hasAccess: boolean) => enqueueAccessOf('admin', { user: bob, course, hasAccess });

describe('access that an admin gives', () => {
  it('reaches the server once, however the reply is lost', async () => {
    await change(true);
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await drainLater(store);
    expect(await access()).toEqual([true]);
    expect(await revisions()).toEqual([expect.stringContaining('"access":"given"')]);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('and takes away before it was sent leaves nothing to send', async () => {
    await refreshPerson('bob');
    await change(true);
    await change(false);
    expect(await listUnsent(store)).toEqual([]);
  });

  it('is taken away in the order of entry after it may have been sent, and given back after an ack', async () => {
    await refreshPerson('bob');
    await change(true);
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await change(false);
    await drainLater(store);
    expect(await access()).toEqual([false]);
    await change(true);
    await drainLater(store);
    expect(await access()).toEqual([true]);
  });
});

describe('a support request', () => {
  const isDone = async () =>
    (await world.server.deps.db.selectFrom('supportRequests').select('doneAt').execute()).map(
      ({ doneAt }) => doneAt !== null,
    );
  const shown = async () =>
    (await readSupportRequests(store)).requests.map(({ request }) => request.doneAt !== null);
  const mark = (done: boolean) => enqueueSupportDone('admin', { id: REQUEST, name: 'Dora' }, done);

  beforeEach(async () => {
    const body = { id: REQUEST, name: 'Dora', email: 'dora@example.org', subject: 'access', message: 'Help' };
    await world.server.request('/api/support', { body });
    await refreshSupportRequests();
  });

  it('is marked as done once, and stays so on the device before the list is fetched again', async () => {
    await mark(true);
    expect(await shown()).toEqual([true]);
    world.network.plan = ['replyLost'];
    await drainLater(store);
    await drainLater(store);
    expect(await isDone()).toEqual([true]);
    expect(await revisions()).toHaveLength(1);
    expect(await shown()).toEqual([true]);
    await mark(false);
    await drainLater(store);
    expect(await isDone()).toEqual([false]);
    await refreshSupportRequests();
    expect(await shown()).toEqual([false]);
  });
});

describe('courses that are deleted together', () => {
  it('are unpublished first and are then in the trash, each once', async () => {
    await refreshAdminCourses();
    const courses = await listAdminCourses(store);
    expect(courses.map(({ status }) => status)).toEqual(['published', 'published']);
    await enqueueCoursesDelete('admin', courses);
    await drainLater(store);
    await drainLater(store);
    const { db } = world.server.deps;
    expect(await db.selectFrom(liveCourses).select('id').execute()).toEqual([]);
    const trash = await db.selectFrom('deletedCourses').select(['courseId', 'purgeAt']).execute();
    expect(trash.map(({ courseId }) => courseId).sort()).toEqual(['stars', 'tides']);
    expect(trash.every(({ purgeAt }) => purgeAt !== null)).toBe(true);
    expect(await listUnsent(store)).toEqual([]);
  });
});
