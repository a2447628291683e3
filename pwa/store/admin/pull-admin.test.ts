import { beforeEach, describe, expect, it } from 'vitest';
import { adminCourseOf, putAdminCourse } from '#pwa/testing/admin-rows.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { emptyPage, type PulledPage } from '../account/pulled-page.ts';
import { write } from '../database/access.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { applyPage, pageTables } from '../server-rows/apply-page.ts';
import { findAdminContent, findAdminCourse } from './admin-courses.ts';
import * as admin from './pull-admin.ts';

let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  const course = adminCourseOf('c1', [1, 2]);
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({ ...lesson, content: `<p>${lesson.id}</p>` })),
  }));
  await putAdminCourse(store, { ...course, modules, activationCodes: [] });
});

const pull = ({ rows = {}, gone }: { rows?: Partial<PulledPage['rows']>; gone: PulledPage['gone'] }) =>
  write(store, [...pageTables(store), ...admin.adminPullTables(store)], (tx) =>
    applyPage(tx, { rows: { ...emptyPage.rows, ...rows }, gone }, { admin, isSweep: false }),
  );

const lessonIds = async () =>
  (await findAdminCourse(store, 'c1'))?.modules.map(({ lessons }) => lessons.map(({ id }) => id));

describe('a deleted module on a page of the pull', () => {
  const gone = { ...emptyPage.gone, module: ['c1-m2'] };

  it('takes its lessons along, also those without a tombstone', async () => {
    await pull({ gone });
    expect(await lessonIds()).toEqual([['c1-m1-l1']]);
    expect(await findAdminContent(store, 'c1-m2-l1')).toBeNull();
  });

  it('leaves a lesson that is in another module now, as after a restore in which it was made again', async () => {
    const [, second] = (await findAdminCourse(store, 'c1'))?.modules ?? [];
    const [lesson] = second?.lessons ?? [];
    if (lesson === undefined) throw new Error('The module has no lesson');
    const { resources: _, ...row } = lesson;
    const moved = { ...row, courseId: 'c1', moduleId: 'c1-m1', position: 'b', content: '<p>Again</p>' };
    await pull({ rows: { lesson: [moved] }, gone });
    expect(await lessonIds()).toEqual([['c1-m1-l1', 'c1-m2-l1']]);
    expect(await findAdminContent(store, 'c1-m2-l1')).toBe('<p>Again</p>');
  });
});
