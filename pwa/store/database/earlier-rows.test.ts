import { beforeEach, expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { lessonRowDefaults } from '#schema/entities/lesson-entity.ts';
import { findAdminCourse } from '../admin/admin-courses.ts';

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

it("an admin's course stored before a field existed is read with its default", async () => {
  const store = signInAs(alice);
  const { modules: _, ...course } = adminCourseOf('c1', []);
  await store.database
    .table('adminCourses')
    .put({ ...without(course, 'lowCodesBelow'), position: 'a0', v: 1 });
  const { lowCodesBelow } = courseEntity.defaults;
  expect(await store.adminCourses.get('c1')).toMatchObject({ lowCodesBelow });
  expect(await findAdminCourse(store, 'c1')).toMatchObject({ lowCodesBelow });
});
