import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { findProgress } from '#pwa/store/account/progress.ts';
import { restartPull } from '#pwa/store/account/pull-state.ts';
import { findFetchedAt, hasAdminRows, listAdminCourses } from '#pwa/store/admin/admin.ts';
import { forgetKnownUser, readKnownUser, writeKnownUser } from '#pwa/store/database/known-user.ts';
import { leavePrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { listCourseUpdates } from '#pwa/store/offline/course-updates.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { listRemovedCourses } from '#pwa/store/offline/removed-courses.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { recordProgress } from '#pwa/sync/enqueue/record-progress.ts';
import { realPullPorts } from '#pwa/sync/pull/pull.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { beginEpoch } from '#sync-server/epoch/epoch-queries.ts';
import { coursesOnServer, lessonEdit, planOf, shownContent, shownCourses } from '../testing/editor-world.ts';
import {
  adminView,
  editOnServer,
  expectedAdminView,
  expectedLearnerView,
  learnerView,
  openTidesDevice,
  pagesOf,
  promote,
  pullAll,
  setRole,
} from '../testing/pull-world.ts';
import { arrive, drainLater, openWorld, unlock, type World } from '../testing/world.ts';

let world: World;
let store: PrivateStore;

async function openDevice(): Promise<void> {
  ({ world, store } = await openTidesDevice());
}

const edit = (method: string, path: string, body?: object) => editOnServer(world, method, path, body);

describe('a course that a learner has downloaded', () => {
  beforeEach(openDevice);

  it('receives edits, additions, moves and deletes in it', async () => {
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'Neap tides', content: '<p>new</p>' });
    await edit('PUT', '/api/admin/lessons/tides-lesson-2', { position: 'Zz' });
    await edit('POST', '/api/admin/modules/tides-module-1/lessons', { id: 'added', title: 'Added' });
    await edit('DELETE', '/api/admin/modules/tides-module-2');
    await edit('DELETE', '/api/admin/resources/tides-lesson-1-resource');
    await edit('PUT', '/api/admin/courses/tides', { title: 'All tides' });
    const { changed } = await pullAll(store);
    expect(changed).toEqual(['tides']);
    const view = await learnerView(store, 'tides');
    expect(view).toEqual(await expectedLearnerView(world, world.server.people.alice, 'tides'));
    expect(view?.modules[0]?.lessons.map(({ id }) => id)).toEqual([
      'tides-lesson-2',
      'tides-lesson-1',
      'added',
    ]);
    expect(await store.lessonContents.count()).toBe(3);
  });

  it('lists the changed lessons for its reader, but no moves', async () => {
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { content: '<p>new</p>' });
    await edit('PUT', '/api/admin/lessons/tides-lesson-2', { position: 'Zz' });
    await edit('POST', '/api/admin/modules/tides-module-1/lessons', { id: 'added', title: 'Added' });
    await edit('DELETE', '/api/admin/modules/tides-module-2');
    await pullAll(store);
    const [update] = await listCourseUpdates(store);
    const lessons = update?.lessons.map(({ lessonId, change, textBytes }) => [lessonId, change, textBytes]);
    expect(lessons?.sort()).toEqual([
      ['added', 'added', 0],
      ['tides-lesson-1', 'changed', 10],
      ['tides-lesson-3', 'removed', 0],
      ['tides-lesson-4', 'removed', 0],
    ]);
    await restartPull(store, 'user');
    await pullAll(store);
    expect((await listCourseUpdates(store))[0]).toEqual(update);
    await edit('PUT', '/api/admin/courses/tides', { status: 'unpublished' });
    await edit('DELETE', '/api/admin/courses/tides');
    await pullAll(store);
    expect(await listCourseUpdates(store)).toEqual([]);
  });

  it('is not rewritten where nothing changed', async () => {
    const written: string[] = [];
    store.database.lessonContents.hook('creating', (key) => void written.push(key));
    store.database.lessonContents.hook('updating', (_changes, key) => void written.push(key));
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'Neap tides' });
    await pullAll(store);
    expect(written).toEqual([]);
  });

  it('is removed from the device with a notice when it is deleted', async () => {
    await edit('PUT', '/api/admin/courses/tides', { status: 'unpublished' });
    await edit('DELETE', '/api/admin/courses/tides');
    const { removed } = await pullAll(store);
    expect(removed).toEqual(['tides']);
    expect(await listOfflineCourses(store)).toEqual([]);
    expect(await store.lessonContents.count()).toBe(0);
    expect(await listRemovedCourses(store)).toEqual([{ courseId: 'tides', title: 'Reading the tides' }]);
    expect(readKnownUser()?.activatedCourses).toEqual([]);
  });

  it('that was unlocked on another device is listed, and then downloaded whole', async () => {
    await unlock(world, world.server.people.alice, 'stars', 'STARS-CODE-1');
    await pullAll(store);
    expect(readKnownUser()?.activatedCourses).toEqual(['stars', 'tides']);
    expect((await listOfflineCourses(store)).map(({ id }) => id)).toEqual(['tides']);
    await downloadCourse('stars');
    expect(await learnerView(store, 'stars')).toEqual(
      await expectedLearnerView(world, world.server.people.alice, 'stars'),
    );
  });

  it('never replaces a newer version by an older one', async () => {
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'Second', content: '<p>Second</p>' });
    await pullAll(store, {
      request: async (path, token) => {
        const reply = await realPullPorts.request(path, token);
        // Downloaded whole while that reply was in flight.
        await edit('PUT', '/api/admin/lessons/tides-lesson-1', { title: 'Third', content: '<p>Third</p>' });
        await downloadCourse('tides');
        return reply;
      },
    });
    const lesson = (await learnerView(store, 'tides'))?.modules[0]?.lessons[0];
    expect(lesson).toMatchObject({ title: 'Third', content: '<p>Third</p>' });
  });
});

describe('the user of a page that was requested earlier', () => {
  beforeEach(openDevice);

  /** A pull during which something else happens, after the server has replied. */
  const pullDuring = (work: () => void) =>
    pullAll(store, {
      request: async (path, token) => {
        const reply = await realPullPorts.request(path, token);
        work();
        return reply;
      },
    });

  it('does not hide a step that the server has required since', async () => {
    await unlock(world, world.server.people.alice, 'stars', 'STARS-CODE-1');
    await pullDuring(() => {
      const user = readKnownUser();
      if (user !== null) writeKnownUser({ ...user, requiredStep: 'password' });
    });
    expect(readKnownUser()).toMatchObject({ requiredStep: 'password', activatedCourses: ['tides', 'stars'] });
  });

  it('is ignored after a sign-out, also if they have signed in again', async () => {
    const { alice } = world.server.people;
    await world.server.request('/api/users/alice', {
      as: alice,
      method: 'PUT',
      body: { name: 'Alice Ashdown-Reed' },
    });
    const user = readKnownUser();
    await pullDuring(() => {
      leavePrivateStore(store.userId);
      forgetKnownUser();
      if (user !== null) writeKnownUser(user);
    }).catch(() => undefined);
    expect(readKnownUser()).toEqual(user);
  });
});

describe('progress', () => {
  beforeEach(openDevice);

  it('of another device is merged with unsent progress on this one', async () => {
    await recordProgress(knownUserId(), 'tides-lesson-1', { isCompleted: true });
    const updatedAt = new Date(Date.now() + 1_000).toISOString();
    const entries = [{ lessonId: 'tides-lesson-1', positionSeconds: 30, updatedAt }];
    await world.server.request('/api/progress', {
      as: world.server.people.alice,
      method: 'PUT',
      body: { entries },
    });
    await pullAll(store);
    const progress = await findProgress(store, 'tides-lesson-1');
    expect(progress.completedAt).not.toBeNull();
    expect(progress.positionSeconds).toBe(30);
    expect(await listUnsent(store)).toHaveLength(1);
  });
});

describe('an admin’s courses', () => {
  beforeEach(async () => {
    world = await openWorld();
    store = await arrive(world, world.server.people.admin);
  });

  it('match those of the server, whatever the page size', async () => {
    await edit('PUT', '/api/admin/modules/tides-module-1', { title: 'Later than its lessons' });
    await pullAll(store, pagesOf(1));
    expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
    expect(await findFetchedAt(store, 'courses')).not.toBeNull();
  });

  it('are removed from the device with the role, and return with it', async () => {
    await pullAll(store);
    const { alice, admin } = world.server.people;
    await setRole(world.server, alice.id, 'admin');
    const asAlice = { as: alice, method: 'PUT' };
    await world.server.request(`/api/admin/users/${admin.id}/role`, { ...asAlice, body: { role: 'user' } });
    expect((await pullAll(store)).end).toBe('done');
    expect(readKnownUser()?.role).toBe('user');
    expect(await listAdminCourses(store)).toEqual([]);
    await world.server.request(`/api/admin/users/${admin.id}/role`, { ...asAlice, body: { role: 'admin' } });
    await pullAll(store);
    expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
  });

  it('are here once with a download, which alone stays after the role', async () => {
    const { alice, admin } = world.server.people;
    await unlock(world, admin, 'tides', 'TIDES-CODE-1');
    await pullAll(store);
    await downloadCourse('tides');
    expect((await listOfflineCourses(store)).map(({ id }) => id)).toEqual(['tides']);
    expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
    await promote(world, [alice]);
    const path = `/api/admin/users/${admin.id}/role`;
    await world.server.request(path, { as: alice, method: 'PUT', body: { role: 'user' } });
    await pullAll(store);
    expect(await hasAdminRows(store)).toBe(false);
    expect(await learnerView(store, 'tides')).toEqual(await expectedLearnerView(world, admin, 'tides'));
  });

  it('are whole when they are downloaded before all of their rows are pulled', async () => {
    const { admin } = world.server.people;
    await unlock(world, admin, 'tides', 'TIDES-CODE-1');
    let pages = 0;
    const onStep = (step: string) => {
      if (step !== 'written') return;
      pages += 1;
      if (pages === 4) throw new Error('The page dies');
    };
    await expect(pullAll(store, { ...pagesOf(1), onStep })).rejects.toThrow('The page dies');
    const arrived = await store.lessons.count();
    await downloadCourse('tides');
    expect(await store.lessons.where({ courseId: 'tides' }).count()).toBeGreaterThan(arrived);
    expect(await learnerView(store, 'tides')).toEqual(await expectedLearnerView(world, admin, 'tides'));
    await pullAll(store);
    expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
  });

  it('never replace a newer version by an older one', async () => {
    await pullAll(store);
    const mine = { title: 'Mine', content: '<p>Mine</p>' };
    await edit('PUT', '/api/admin/lessons/tides-lesson-1', { description: 'Theirs' });
    await pullAll(store, {
      request: async (path, token) => {
        const reply = await realPullPorts.request(path, token);
        // Merged with theirs and acknowledged while that reply was in flight.
        await enqueueSave(
          knownUserId(),
          planOf({ lessons: [await lessonEdit(store, 'tides-lesson-1', mine)] }),
        );
        await drainLater(store);
        return reply;
      },
    });
    const tides = (await shownCourses(store)).find(({ id }) => id === 'tides');
    expect(tides?.modules[0]?.lessons[0]).toMatchObject({ title: 'Mine', description: 'Theirs' });
    expect(await shownContent(store, 'tides-lesson-1')).toBe(mine.content);
  });

  it('pulled from the beginning lose the rows not received, and no unsent work', async () => {
    await pullAll(store);
    await enqueueSave(
      knownUserId(),
      planOf({ lessons: [await lessonEdit(store, 'tides-lesson-1', { title: 'Mine' })] }),
    );
    await inTransaction(world.server.deps.db, async (trx) => {
      await trx.deleteFrom('lessons').where('id', '=', 'tides-lesson-1').execute();
      await trx.deleteFrom('changes').where('id', 'like', 'tides-lesson-1%').execute();
      await beginEpoch(trx);
    });
    await pullAll(store, pagesOf(2));
    expect(await adminView(store)).toEqual(expectedAdminView(await coursesOnServer(world)));
    expect(await listUnsent(store)).toHaveLength(1);
  });

  it('retain the text of a deleted row that has unsent edits', async () => {
    await pullAll(store);
    world.network.isDown = true;
    await enqueueSave(
      knownUserId(),
      planOf({ lessons: [await lessonEdit(store, 'tides-lesson-1', { title: 'Mine' })] }),
    );
    world.network.isDown = false;
    await edit('DELETE', '/api/admin/lessons/tides-lesson-1');
    await pullAll(store);
    expect(await store.deletedSnapshots.get('tides-lesson-1')).toMatchObject({
      data: { title: 'Lesson 1', content: expect.stringContaining('Slack water') },
    });
    expect(await listUnsent(store)).toHaveLength(1);
  });
});
