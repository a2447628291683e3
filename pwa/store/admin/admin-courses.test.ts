import { beforeEach, expect, it } from 'vitest';
import { adminCourseOf, putAdminCourse } from '#pwa/testing/admin-rows.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { AdminCourse } from '#schema/editor/editor.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { putCourseNumbers, wipeAdmin } from './admin.ts';
import { findAdminCodes, findAdminContent, findAdminCourse } from './admin-courses.ts';

let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

function wholeOf(id: string, activationCodes: string[] = []): AdminCourse {
  const course = adminCourseOf(id, [1, 2]);
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lesson, content: `<p>${lesson.id}</p>` })),
  }));
  return { ...course, modules, activationCodes };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `CODE-${at + 1}`);

it('a course is stored as an outline, with its lessons’ HTML and first codes separate', async () => {
  await putAdminCourse(store, wholeOf('c1', numbered(30)));
  const found = await findAdminCourse(store, 'c1');
  expect(found?.modules.map(({ lessons }) => lessons.length)).toEqual([1, 2]);
  expect(JSON.stringify(found)).not.toContain('<p>');
  expect(await findAdminContent(store, 'c1-m2-l2')).toBe('<p>c1-m2-l2</p>');
  expect(await findAdminCodes(store, 'c1')).toEqual(numbered(20));
});

it('a course is removed with all other admin data', async () => {
  await putAdminCourse(store, wholeOf('c1', numbered(1)));
  await wipeAdmin(store);
  expect(await findAdminCourse(store, 'c1')).toBeNull();
  expect(await findAdminContent(store, 'c1-m1-l1')).toBeNull();
  expect(await findAdminCodes(store, 'c1')).toEqual([]);
});

it('a course that is not here is null, as is its text, and it has no codes', async () => {
  expect(await findAdminCourse(store, 'c1')).toBeNull();
  expect(await findAdminContent(store, 'l1')).toBeNull();
  expect(await findAdminCodes(store, 'c1')).toEqual([]);
});

it('the numbers of courses that are here are stored, and no others', async () => {
  await putAdminCourse(store, wholeOf('c1'));
  const codeStats = { total: 5, unused: 3, used: 2 };
  await putCourseNumbers(store, [
    { id: 'c1', enrollmentCount: 2, codeStats },
    { id: 'c2', enrollmentCount: 1, codeStats },
  ]);
  expect(await findAdminCourse(store, 'c1')).toMatchObject({ enrollmentCount: 2, codeStats });
  expect(await findAdminCourse(store, 'c2')).toBeNull();
});
