import { beforeEach, describe, expect, it } from 'vitest';
import { showTrash } from '#pwa/features/admin-trash/trash-model.ts';
import { listUnfetched, listUnsent } from '#pwa/store/account/outbox.ts';
import { findProgress } from '#pwa/store/account/progress.ts';
import { findFetchedAt } from '#pwa/store/admin/admin.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import { listTrash } from '#pwa/store/admin/trash.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { listRemovedCourses } from '#pwa/store/offline/removed-courses.ts';
import { TRASH_KINDS } from '#pwa/sync/commands/trash-kind.ts';
import { enqueueCourseDelete } from '#pwa/sync/enqueue/admin-commands.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { enqueuePurge, enqueueRestore } from '#pwa/sync/enqueue/trash-commands.ts';
import { refreshTrash } from '#pwa/sync/pull/admin-refresh.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import { resetDevice } from '#pwa/testing/device.ts';
import type { TrashedCourse } from '#schema/editor/trash.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { faults } from '../testing/network.ts';
import { editOnServer, pullAll } from '../testing/pull-world.ts';
import {
  activationsOnServer,
  arrive,
  drainLater,
  openWorld,
  progressOnServer,
  unlock,
  type World,
} from '../testing/world.ts';

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  world = await openWorld();
});

const deleteElsewhere = async () => {
  await editOnServer(world, 'PUT', '/api/admin/courses/tides', { status: 'unpublished' });
  await editOnServer(world, 'DELETE', '/api/admin/courses/tides');
};
const restoreElsewhere = () => editOnServer(world, 'POST', '/api/admin/trash/tides/restore');

/** An admin's device on which the trash is listed, with the tides in it. */
async function openTrash(): Promise<TrashedCourse> {
  store = await arrive(world, world.server.people.admin);
  await pullAll(store);
  await deleteElsewhere();
  await pullAll(store);
  await refreshTrash();
  const [trashed] = await listTrash(store);
  if (trashed === undefined) throw new Error('The trash is empty');
  return trashed;
}

const listShown = async () =>
  showTrash(
    await listTrash(store),
    await listUnfetched(store, await findFetchedAt(store, 'trash'), TRASH_KINDS),
  );

const isLive = async (): Promise<boolean> => {
  const courses = await world.server.request('/api/admin/courses', { as: world.server.people.admin });
  return courses.text.includes('"id":"tides"');
};

const countRestorations = async (): Promise<number> => {
  const { text } = await world.server.request('/api/admin/audit', { as: world.server.people.admin });
  return text.split('"trash":"restored"').length - 1;
};

describe('restoring a course from the trash', () => {
  it('offline is sent once when the network is back, and the device has every row', async () => {
    const trashed = await openTrash();
    expect((await listAdminOutlines(store)).map(({ id }) => id)).toEqual(['stars']);
    world.network.isDown = true;
    await enqueueRestore('admin', trashed);
    await drainLater(store);
    expect(await isLive()).toBe(false);
    // Nothing is shown as done before it is.
    expect(await listShown()).toHaveLength(1);
    world.network.isDown = false;
    world.network.plan = [faults.replyLost];
    await drainLater(store);
    await drainLater(store);
    expect(await countRestorations()).toBe(1);
    expect(await listShown()).toEqual([]);
    await pullAll(store);
    const tides = (await listAdminOutlines(store)).find(({ id }) => id === 'tides');
    expect(tides).toMatchObject({ status: 'unpublished', modules: [{ lessons: { length: 2 } }, {}] });
    expect(
      tides?.modules.flatMap(({ lessons }) => lessons.flatMap(({ resources }) => resources)),
    ).toHaveLength(4);
    expect(await findAdminContent(store, 'tides-lesson-1')).toContain('Slack water');
  });

  it('is asked for once, however often it is pressed', async () => {
    const trashed = await openTrash();
    world.network.isDown = true;
    await enqueueRestore('admin', trashed);
    await enqueueRestore('admin', trashed);
    expect(await listUnsent(store)).toHaveLength(1);
  });

  it('is refused with a sentence when another admin deleted the course for good', async () => {
    const trashed = await openTrash();
    world.network.isDown = true;
    await enqueueRestore('admin', trashed);
    world.network.isDown = false;
    const { deletedAt } = trashed;
    await editOnServer(world, 'POST', '/api/admin/trash/tides/purge', { deletedAt });
    await drainLater(store);
    expect(await listUnsent(store)).toMatchObject([
      { state: 'refused', lastProblem: serverMessages.courseNotInTrash },
    ]);
  });

  it('of one that this device deleted returns it here', async () => {
    store = await arrive(world, world.server.people.admin);
    await editOnServer(world, 'PUT', '/api/admin/courses/tides', { status: 'unpublished' });
    await pullAll(store);
    await enqueueCourseDelete('admin', { id: 'tides', title: 'Reading the tides' });
    await drainLater(store);
    await refreshTrash();
    const [trashed] = await listTrash(store);
    expect(trashed).toMatchObject({ title: 'Reading the tides', deletedBy: 'admin Ashdown' });
    if (trashed !== undefined) await enqueueRestore('admin', trashed);
    await drainLater(store);
    await pullAll(store);
    expect((await listAdminOutlines(store)).map(({ id }) => id).sort()).toEqual(['stars', 'tides']);
  });
});

describe('deleting a course for good', () => {
  it('takes the place of an unsent restoration, and removes the course', async () => {
    const trashed = await openTrash();
    world.network.isDown = true;
    await enqueueRestore('admin', trashed);
    await enqueuePurge('admin', trashed);
    world.network.isDown = false;
    await drainLater(store);
    await world.server.deps.deletedCourses.drain();
    expect(await listShown()).toEqual([]);
    expect(await world.server.deps.db.selectFrom('courses').select('id').execute()).toEqual([
      { id: 'stars' },
    ]);
  });
});

describe('a learner of a restored course', () => {
  it('gets the course, the progress and what waited on the device back', async () => {
    const { alice } = world.server.people;
    await unlock(world, alice, 'tides', 'TIDES-CODE-1');
    const learner = await arrive(world, alice);
    await downloadCourse('tides');
    await pullAll(learner);
    await recordProgress('alice', 'tides-lesson-1', { isCompleted: true });
    await drainLater(learner);
    world.network.isDown = true;
    await recordProgress('alice', 'tides-lesson-2', { isCompleted: true });
    world.network.isDown = false;
    await deleteElsewhere();
    await drainLater(learner);
    await pullAll(learner);
    expect(await findOfflineCourse(learner, 'tides')).toBeNull();
    expect((await listRemovedCourses(learner)).map(({ courseId }) => courseId)).toEqual(['tides']);

    await restoreElsewhere();
    await pullAll(learner);
    await drainLater(learner);
    await downloadCourse('tides');
    expect(await findOfflineCourse(learner, 'tides')).toMatchObject({ id: 'tides' });
    expect(await findProgress(learner, 'tides-lesson-1')).toMatchObject({ completedAt: expect.any(String) });
    const saved = await progressOnServer(world, alice);
    expect(saved.map(({ lessonId }) => lessonId).sort()).toEqual(['tides-lesson-1', 'tides-lesson-2']);
    expect(await activationsOnServer(world)).toEqual(['alice tides']);
  });

  it('who was away the whole time loses nothing', async () => {
    const { alice } = world.server.people;
    await unlock(world, alice, 'tides', 'TIDES-CODE-1');
    const learner = await arrive(world, alice);
    await downloadCourse('tides');
    await pullAll(learner);
    await deleteElsewhere();
    await restoreElsewhere();
    await pullAll(learner);
    expect(await findOfflineCourse(learner, 'tides')).toMatchObject({ id: 'tides' });
    expect(await listRemovedCourses(learner)).toEqual([]);
  });

  it('on a new device of theirs has the course too', async () => {
    const { alice } = world.server.people;
    await unlock(world, alice, 'tides', 'TIDES-CODE-1');
    await deleteElsewhere();
    await restoreElsewhere();
    await resetDevice();
    const learner = await arrive(world, alice);
    await pullAll(learner);
    await downloadCourse('tides');
    expect(await findOfflineCourse(learner, 'tides')).toMatchObject({ id: 'tides' });
  });
});
