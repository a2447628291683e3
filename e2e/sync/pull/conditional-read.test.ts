import { beforeEach, expect, it, vi } from 'vitest';
import { lastFailure } from '#pwa/api/failures.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { findLessonContent, findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { repairCourse } from '#pwa/sync/pull/repair-course.ts';
import { editOnServer, openTidesDevice, pullAll } from '../testing/pull-world.ts';
import type { World } from '../testing/world.ts';

const CONTENT = '/api/courses/tides/content';
const LESSON = '/api/admin/lessons/tides-lesson-1';

let world: World;
let store: PrivateStore;
/** The statuses of the replies with the course's content, in order. */
let statuses: number[];

beforeEach(async () => {
  ({ world, store } = await openTidesDevice());
  statuses = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const response = await world.network.fetch(path, init);
    if (path === CONTENT) statuses.push(response.status);
    return response;
  });
});

it('an unchanged course is not sent again, and counts as fresh', async () => {
  // The first pull delivered the server's epoch, so the course is requested once more.
  await downloadCourse('tides');
  const before = await findOfflineCourse(store, 'tides');
  await store.database.courses.update('tides', { keptAt: '2026-01-01T00:00:00.000Z' });
  await downloadCourse('tides');
  const after = await findOfflineCourse(store, 'tides');
  expect(statuses).toEqual([200, 304]);
  expect(after?.keptAt).not.toBe('2026-01-01T00:00:00.000Z');
  expect(after?.modules).toEqual(before?.modules);
  expect(lastFailure()?.path).not.toBe(CONTENT);
});

it('an edited course is sent whole', async () => {
  await downloadCourse('tides');
  await editOnServer(world, 'PUT', LESSON, { title: 'Ebb', content: '<p>New words</p>' });
  await downloadCourse('tides');
  expect(statuses).toEqual([200, 200]);
  expect(await findLessonContent(store, 'tides-lesson-1')).toContain('New words');
});

it('a course changed by the pull is sent whole the next time only', async () => {
  await downloadCourse('tides');
  await editOnServer(world, 'PUT', LESSON, { title: 'Ebb', content: '<p>New words</p>' });
  await pullAll(store);
  await downloadCourse('tides');
  await downloadCourse('tides');
  expect(statuses).toEqual([200, 200, 304]);
});

it('a course with a missing row on the device is sent whole', async () => {
  await downloadCourse('tides');
  await store.database.lessonContents.delete('tides-lesson-1');
  await downloadCourse('tides');
  expect(statuses).toEqual([200, 200]);
  expect(await findLessonContent(store, 'tides-lesson-1')).toBeTruthy();
});

it('a repair always requests the whole course', async () => {
  await downloadCourse('tides');
  await store.database.lessonContents.update('tides-lesson-1', { content: '' });
  await repairCourse('tides');
  expect(statuses).toEqual([200, 200]);
  expect(await findLessonContent(store, 'tides-lesson-1')).toBeTruthy();
});
