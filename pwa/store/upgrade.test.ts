import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminCourseOf } from '../testing/admin-rows.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { activationRow } from '../testing/rows.ts';
import { findAdminContent, findAdminCourse } from './admin-courses.ts';
import { listUnsent } from './outbox.ts';
import { privateStoreName } from './private-store-name.ts';

/** What was released, as it was released: never to be changed. */
const first = {
  courses: 'id',
  modules: 'id, courseId',
  lessons: 'id, courseId',
  lessonContents: 'lessonId, courseId',
  resources: 'id, courseId',
  progress: 'lessonId',
  drafts: 'id',
  outbox: '++order, &id, state',
  downloads: 'fileId, courseId',
  state: 'key',
};
const second = { adminCourses: 'id, place', adminUsers: 'id, place', adminRequests: 'id, place' };

beforeEach(resetDevice);

function openOld(version: 1 | 2): Dexie {
  const old = new Dexie(privateStoreName(alice.id));
  old.version(1).stores(first);
  if (version === 2) old.version(2).stores(second);
  return old;
}

describe.each([1, 2] as const)('a store of version %i', (version) => {
  it.each([0, 1, 500])('is upgraded with %i unsent commands as they were', async (count) => {
    const old = openOld(version);
    const rows = Array.from({ length: count }, (_, index) => activationRow(index + 1, `course-${index}`));
    await old.table('outbox').bulkPut(rows);
    old.close();
    const store = signInAs(alice);
    expect(await listUnsent(store)).toEqual(rows);
    expect(await store.adminContents.count()).toBe(0);
    expect(await store.uploads.count()).toBe(0);
  });

  it('is upgraded while another tab holds the old one open, which makes way', async () => {
    const old = openOld(version);
    const row = activationRow(1, 'course-1');
    await old.table('outbox').put(row);
    expect(await listUnsent(signInAs(alice))).toEqual([row]);
    old.close();
  });
});

it('courses that the second version kept for admins stay readable', async () => {
  const old = openOld(2);
  const { modules: _, ...course } = adminCourseOf('c1', []);
  const bare = { id: 'l1', title: 'Lesson', description: '', duration: 5, type: 'text', videoUrl: null };
  const lessons = [{ ...bare, videoSizeBytes: null, version: 1, position: 'a0' }];
  const modules = [{ id: 'm1', title: 'Module', description: '', version: 1, position: 'a0', lessons }];
  await old.table('adminCourses').put({ ...course, modules, place: 0, v: 1 });
  old.close();
  const store = signInAs(alice);
  const found = await findAdminCourse(store, 'c1');
  expect(found?.modules[0]?.lessons[0]).toMatchObject({ id: 'l1', resources: [] });
  expect(await findAdminContent(store, 'l1')).toBeNull();
});
