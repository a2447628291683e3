import { beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { restartPull } from '#pwa/store/account/pull-state.ts';
import { findAdminCourse } from '#pwa/store/admin/admin-courses.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { knownUserId } from '#pwa/testing/device.ts';
import {
  editElsewhere,
  LESSON,
  lessonEdit,
  lessonOnServer,
  openAdminDevice,
  planOf,
  saveLessons,
  shownCourses,
} from '../testing/editor-world.ts';
import { pagesOf, pullAll } from '../testing/pull-world.ts';
import { drainLater, type World } from '../testing/world.ts';

/* An ack writes no row: its command is laid over the stored rows until the device has pulled its effect. */

let world: World;
let store: PrivateStore;

beforeEach(async () => {
  ({ world, store } = await openAdminDevice());
  await pullAll(store);
});

const listShownLessons = async () =>
  (await shownCourses(store)).flatMap(({ modules }) => modules.flatMap(({ lessons }) => lessons));
const findShown = async () => (await listShownLessons()).find(({ id }) => id === LESSON);
const nothingLeft = async () => expect(await listUnsent(store)).toEqual([]);

describe('an edit that was acknowledged', () => {
  beforeEach(async () => {
    await saveLessons(store, { title: 'Mine' });
    await drainLater(store);
    await nothingLeft();
  });

  it('is shown until its effect is pulled, also over an older list', async () => {
    expect(await findShown()).toMatchObject({ title: 'Mine', version: 2 });
    const stored = await findAdminCourse(store, 'tides');
    expect(JSON.stringify(stored)).not.toContain('Mine');
    await refreshAdminCourses();
    await pullAll(store);
    expect(JSON.stringify(await findAdminCourse(store, 'tides'))).toContain('Mine');
  });

  it('gives way to later edits of others once it is pulled', async () => {
    await editElsewhere(world, `lessons/${LESSON}`, { title: 'Theirs' });
    await pullAll(store);
    expect(await findShown()).toMatchObject({ title: 'Theirs', version: 3 });
  });

  it('gives way to later edits of others also while everything is pulled again', async () => {
    await editElsewhere(world, `lessons/${LESSON}`, { title: 'Theirs' });
    await pullAll(store);
    await restartPull(store, 'admin');
    expect(await findShown()).toMatchObject({ title: 'Theirs' });
    const shown: unknown[] = [];
    const { request } = pagesOf(2);
    await pullAll(store, {
      request: async (...args) => {
        shown.push((await findShown())?.title);
        return request(...args);
      },
    });
    expect(new Set(shown)).toEqual(new Set(['Theirs']));
  });

  it('is no conflict for the next edit of its row', async () => {
    await saveLessons(store, { title: 'Mine again' });
    await drainLater(store);
    await nothingLeft();
    expect(await lessonOnServer(world, LESSON)).toMatchObject({ title: 'Mine again' });
  });

  it('is no conflict for the deletion of its row', async () => {
    const { moduleId, lessonId, title, version } = await lessonEdit(store, LESSON, {});
    await enqueueSave(knownUserId(), planOf({ deletedLessons: [{ moduleId, lessonId, title, version }] }));
    await drainLater(store);
    await nothingLeft();
    expect(await lessonOnServer(world, LESSON)).toBeUndefined();
    expect(await findShown()).toBeUndefined();
  });
});
