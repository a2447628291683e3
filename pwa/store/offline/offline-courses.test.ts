import { beforeEach, describe, expect, it } from 'vitest';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { PrivateStore } from '../database/private-store.ts';
import {
  findLessonContent,
  findOfflineCourse,
  listLessonContents,
  listOfflineCourses,
} from './offline-courses.ts';
import { putOfflineCourse } from './put-offline-course.ts';

const at = '2026-11-21T08:00:00.000Z';
const link = { id: 'r1', type: 'link', title: 'More', url: 'https://example.org', sizeBytes: null } as const;
const pdf = { ...link, id: 'r2', type: 'pdf' } as const;
const course = courseOf('c1', [
  [lessonOf('z-first', { resources: [pdf, link] }), lessonOf('a-second')],
  [lessonOf('m-third')],
]);
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

const offlineLessonIds = async (courseId: string | null) =>
  (await listLessonContents(store, courseId)).map(({ lessonId }) => lessonId);

describe('an offline course', () => {
  it('is read back whole and in its order, its text separate', async () => {
    await putOfflineCourse(store, course, { keptAt: at });
    const offline = await findOfflineCourse(store, 'c1');
    expect(offline).toMatchObject({ title: 'Title of c1', keptAt: at });
    const lessons = offline?.modules.flatMap((module) => module.lessons) ?? [];
    expect(lessons.map(({ id }) => id)).toEqual(['z-first', 'a-second', 'm-third']);
    expect(lessons[0]?.resources.map(({ id }) => id)).toEqual(['r2', 'r1']);
    expect(JSON.stringify(offline)).not.toContain('Text of');
    expect(await findLessonContent(store, 'a-second')).toBe('<p>Text of a-second</p>');
  });

  it('replaces its stored version, and no other course', async () => {
    await putOfflineCourse(store, course, { keptAt: at });
    await putOfflineCourse(store, courseOf('c2', [[lessonOf('other')]]), { keptAt: at });
    await putOfflineCourse(store, courseOf('c1', [[lessonOf('m-third')]], 2), { keptAt: at });
    expect((await listOfflineCourses(store)).map(({ id, modules }) => [id, modules.length])).toEqual([
      ['c1', 1],
      ['c2', 1],
    ]);
    expect(await offlineLessonIds(null)).toEqual(['m-third', 'other']);
    expect(await offlineLessonIds('c1')).toEqual(['m-third']);
    expect(await findLessonContent(store, 'z-first')).toBeNull();
  });

  it('is null when it is not here', async () => {
    expect(await findOfflineCourse(store, 'c1')).toBeNull();
    expect(await findLessonContent(store, 'z-first')).toBeNull();
  });
});
