import { beforeEach, describe, expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { AdminCourse } from '#schema/editor/editor.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { listAdminCourses, putAdminCourses, wipeAdmin } from './admin.ts';
import {
  findAdminCodes,
  findAdminContent,
  findAdminCourse,
  putAdminCourse,
  wasCourseFetched,
} from './admin-courses.ts';

const at = '2026-11-21T08:00:00.000Z';
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

describe('a course that was fetched whole', () => {
  it('is stored as an outline, with its lessons’ HTML and first codes separate', async () => {
    await putAdminCourse(store, wholeOf('c1', numbered(30)));
    const found = await findAdminCourse(store, 'c1');
    expect(found?.modules.map(({ lessons }) => lessons.length)).toEqual([1, 2]);
    expect(JSON.stringify(found)).not.toContain('<p>');
    expect(await findAdminContent(store, 'c1-m2-l2')).toEqual({ content: '<p>c1-m2-l2</p>', version: 1 });
    expect(await findAdminCodes(store, 'c1')).toEqual(numbered(20));
    expect(await wasCourseFetched(store, 'c1')).toBe(true);
  });

  it('replaces its stored version, and is appended if there was none', async () => {
    await putAdminCourses(store, { value: [wholeOf('c1'), wholeOf('c2')], requestedAt: at, fetchedAt: at });
    const shorter = wholeOf('c1');
    await putAdminCourse(store, { ...shorter, modules: shorter.modules.slice(0, 1) });
    await putAdminCourse(store, wholeOf('c3'));
    expect((await listAdminCourses(store)).map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
    expect(await findAdminContent(store, 'c1-m2-l1')).toBeNull();
    expect(await findAdminContent(store, 'c2-m2-l1')).not.toBeNull();
  });

  it('is removed with all other admin data', async () => {
    await putAdminCourse(store, wholeOf('c1', numbered(1)));
    await wipeAdmin(store);
    expect(await findAdminCourse(store, 'c1')).toBeNull();
    expect(await findAdminContent(store, 'c1-m1-l1')).toBeNull();
    expect(await findAdminCodes(store, 'c1')).toEqual([]);
  });
});

it('a course that is not here is null, as is its text, and it has no codes', async () => {
  expect(await findAdminCourse(store, 'c1')).toBeNull();
  expect(await findAdminContent(store, 'l1')).toBeNull();
  expect(await findAdminCodes(store, 'c1')).toEqual([]);
  expect(await wasCourseFetched(store, 'c1')).toBe(false);
});
