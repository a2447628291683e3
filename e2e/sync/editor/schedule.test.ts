import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { listAdminCourses } from '#pwa/store/admin/admin.ts';
import { openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { listCourses } from '#pwa/store/public/catalogue.ts';
import { openPublicStore } from '#pwa/store/public/public-store.ts';
import { decideConflict } from '#pwa/sync/conflicts/decide.ts';
import { enqueueCourseStatus, enqueueTemplate } from '#pwa/sync/enqueue/admin-commands.ts';
import { enqueueCourseCreate, enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { refreshCatalogue } from '#pwa/sync/pull/refresh-catalogue.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import type { CourseFields } from '#schema/entities/course-entity.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { afterMinutes, inMinutes, listHistory } from '#sync-server/schedule/schedule-for-test.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import {
  courseOnServer,
  editElsewhere,
  knots,
  planOf,
  shownCourses,
  unsentStates,
} from '../testing/editor-world.ts';
import { faults } from '../testing/network.ts';
import { pullAll } from '../testing/pull-world.ts';
import { arrive, drainLater, openWorld, type World } from '../testing/world.ts';

const stars = { id: 'stars', title: 'Stars' };
let world: World;
let store: PrivateStore;

/** An admin's device; the tides are published, the stars are not. */
beforeEach(async () => {
  world = await openWorld([
    fixtureCourse(),
    fixtureCourse({ id: 'stars', title: 'Stars', status: 'unpublished' }),
  ]);
  store = await arrive(world, world.server.people.admin);
  await refreshAdminCourses();
});

const shown = async (id = 'stars') => (await shownCourses(store)).find((course) => course.id === id);
const onServer = (id = 'stars') => courseOnServer(world, id);

/** Saves changes of the stars, as the editor does. */
async function save(changes: CourseFields): Promise<void> {
  const course = await shown();
  if (course === undefined) throw new Error('The course is not on this device');
  const base = Object.fromEntries(Object.entries(course).filter(([name]) => name in changes));
  const { title, version } = course;
  await enqueueSave('admin', planOf({ courseId: 'stars', course: { title, version, base, changes } }));
}

/** Sends until nothing is due, as the engine does. */
async function sync(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await drainLater(store);
  await pullAll(store);
}

async function titlesInCatalogue(): Promise<string[]> {
  await refreshCatalogue();
  return (await listCourses(openPublicStore())).map(({ title }) => title).sort();
}

describe('a time that is set offline', () => {
  it('survives a killed app, is sent once, and the course is published at it for learners', async () => {
    world.network.isDown = true;
    const publishAt = inMinutes(world.server, 60);
    await save({ publishAt });
    expect((await shown())?.publishAt).toBe(publishAt);
    await drainLater(store);
    // A killed page leaves only what the store has.
    store = openPrivateStore('admin');
    expect(await unsentStates(store)).toEqual([['course.update', 'waiting']]);
    world.network.isDown = false;
    world.network.plan = [faults.replyLost];
    await sync();
    expect(await listUnsent(store)).toEqual([]);
    expect(await onServer()).toMatchObject({ publishAt, status: 'unpublished', version: 2 });

    await afterMinutes(world.server, 59);
    expect(await titlesInCatalogue()).toEqual(['Reading the tides']);
    await afterMinutes(world.server, 1);
    await pullAll(store);
    expect(await shown()).toMatchObject({ status: 'published', publishAt: null, version: 3 });
    expect((await listHistory(world.server, 'stars')).map(({ userName }) => userName)).toEqual([
      expect.stringMatching(/./),
      'The schedule',
    ]);

    await resetDevice();
    await arrive(world, world.server.people.alice);
    expect(await titlesInCatalogue()).toEqual(['Reading the tides', 'Stars']);
  });

  it('and reaches the server after it has passed, is done at the next look', async () => {
    world.network.isDown = true;
    await save({ publishAt: inMinutes(world.server, 10) });
    await afterMinutes(world.server, 30);
    world.network.isDown = false;
    await sync();
    expect((await onServer())?.status).toBe('unpublished');
    await afterMinutes(world.server, 0);
    await pullAll(store);
    expect((await shown())?.status).toBe('published');
  });

  it('and changed back before it was sent, sends nothing', async () => {
    await save({ publishAt: inMinutes(world.server, 10) });
    await save({ publishAt: null });
    expect(await listUnsent(store)).toEqual([]);
  });

  it('belongs to a course that is not created yet', async () => {
    const { courseId } = await enqueueCourseCreate('admin', knots);
    const publishAt = inMinutes(world.server, 10);
    const changes = { publishAt };
    const course = { title: 'Knots', version: 0, base: { publishAt: null }, changes };
    await enqueueSave('admin', planOf({ courseId, course }));
    expect((await shown(courseId))?.publishAt).toBe(publishAt);
    await sync();
    expect(await onServer(courseId)).toMatchObject({ title: 'Knots', publishAt });
  });
});

describe('a course that is published by hand', () => {
  it('has no time to be published any more, at once on the device and then on the server', async () => {
    const unpublishAt = inMinutes(world.server, 60);
    await save({ publishAt: inMinutes(world.server, 30), unpublishAt });
    await sync();
    world.network.isDown = true;
    await enqueueCourseStatus('admin', stars, 'published');
    const after = { status: 'published', publishAt: null, unpublishAt };
    expect(await shown()).toMatchObject(after);
    world.network.isDown = false;
    await sync();
    expect([await shown(), await onServer()]).toMatchObject([after, after]);
  });
});

describe('two admins', () => {
  it('who set both times have both', async () => {
    const [publishAt, unpublishAt] = [inMinutes(world.server, 10), inMinutes(world.server, 20)];
    await save({ publishAt });
    await editElsewhere(world, 'courses/stars', { unpublishAt });
    await sync();
    expect(await onServer()).toMatchObject({ publishAt, unpublishAt });
  });

  it('who set the same time are asked, and the choice is sent', async () => {
    const mine = inMinutes(world.server, 10);
    await save({ publishAt: mine });
    await editElsewhere(world, 'courses/stars', { publishAt: inMinutes(world.server, 20) });
    await sync();
    const [row] = await listUnsent(store);
    expect(row?.conflict).toMatchObject({ fields: ['publishAt'] });
    await decideConflict(row?.id ?? '', { kind: 'fields', values: { publishAt: mine } });
    await sync();
    expect(await onServer()).toMatchObject({ publishAt: mine });
  });

  it('of whom one has published the course see why a time is refused', async () => {
    await save({ publishAt: inMinutes(world.server, 10) });
    await editElsewhere(world, 'courses/stars', { status: 'published' });
    await sync();
    const [row] = await listUnsent(store);
    expect([row?.state, row?.lastProblem]).toEqual(['refused', adminMessages.schedulePublished]);
  });

  it('of whom one has made the course a template see why', async () => {
    await enqueueTemplate('admin', stars, true);
    await editElsewhere(world, 'courses/stars', { publishAt: inMinutes(world.server, 10) });
    await sync();
    expect(await unsentStates(store)).toEqual([['course.update', 'refused']]);
    expect(await onServer()).toMatchObject({ isTemplate: 0 });
  });
});

it('rows of a release without the fields are read with their defaults', async () => {
  const row = await store.database.adminCourses.get('stars');
  if (row === undefined) throw new Error('The course is not on this device');
  const { publishAt: _, unpublishAt: _u, lowCodesBelow: _l, ...old } = row;
  await store.database.adminCourses.put(Object.assign(old));
  const [course] = (await listAdminCourses(store)).filter(({ id }) => id === 'stars');
  expect(course).toMatchObject({ publishAt: null, unpublishAt: null, lowCodesBelow: 10 });
});
