import { beforeEach, expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { lessonRowDefaults } from '#schema/entities/lesson-entity.ts';

beforeEach(resetDevice);

/** A row as a release before one of its fields stored it. */
function without(row: object, field: string): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== field));
}

it('a lesson stored before a field existed is read with its default', async () => {
  const store = signInAs(alice);
  const { content: _, resources: __, ...fields } = lessonOf('l1', { description: 'Typed', duration: 7 });
  const row = { ...fields, courseId: 'c1', moduleId: 'm1', position: 'a0', v: 1 };
  await store.database.table('lessons').put(without(row, 'duration'));
  expect(await store.lessons.get('l1')).toEqual({ ...row, duration: lessonRowDefaults.duration });
  expect(await store.lessons.get('l2')).toBeUndefined();
});

it("an admin's lesson stored before a field existed is read with its default", async () => {
  const store = signInAs(alice);
  const course = adminCourseOf('c1', [1, 2]);
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => without(lesson, 'duration')),
  }));
  await store.database.table('adminCourses').put({ ...course, modules, place: 0, v: 1 });
  const read = await store.adminCourses.get('c1');
  const durations = read?.modules.flatMap(({ lessons }) => lessons.map(({ duration }) => duration));
  expect(durations).not.toEqual([]);
  expect(new Set(durations)).toEqual(new Set([lessonRowDefaults.duration]));
});
