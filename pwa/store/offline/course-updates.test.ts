import { beforeEach, describe, expect, it } from 'vitest';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { Lesson } from '#schema/courses/lesson.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { dismissCourseUpdate, listCourseUpdates } from './course-updates.ts';
import { putOfflineCourse } from './put-offline-course.ts';

const keptAt = '2026-11-21T08:00:00.000Z';
const fileId = (digit: string) => digit.repeat(32);
const signed = (digit: string, signature = 'x') => `/media/${fileId(digit)}?expires=1&signature=${signature}`;
const sheet = { id: 'r1', type: 'pdf', title: 'Sheet', url: signed('b'), sizeBytes: 20 } as const;

let store: PrivateStore;

/** Stores the course with these lessons, replacing its stored version. */
const storeLessons = (...lessons: Lesson[]) => putOfflineCourse(store, courseOf('c1', [lessons]), { keptAt });
const noted = async () => (await listCourseUpdates(store))[0]?.lessons ?? [];

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  await storeLessons(lessonOf('l1', { videoUrl: signed('a'), videoSizeBytes: 10 }), lessonOf('l2'));
});

describe('the changes of an offline course', () => {
  it('are none when it is stored for the first time, or again with only new signatures', async () => {
    expect(await noted()).toEqual([]);
    await storeLessons(lessonOf('l1', { videoUrl: signed('a', 'y'), videoSizeBytes: 10 }), lessonOf('l2'));
    expect(await noted()).toEqual([]);
  });

  it('are stored per lesson, with the bytes of its text and its new files', async () => {
    await storeLessons(
      lessonOf('l1', { videoUrl: signed('c'), videoSizeBytes: 30 }),
      lessonOf('l2', { content: '<p>né</p>', resources: [sheet] }),
      lessonOf('l3'),
    );
    expect(await noted()).toEqual([
      {
        lessonId: 'l1',
        title: 'Title of l1',
        change: 'changed',
        textBytes: 0,
        files: [{ fileId: fileId('c'), kind: 'video', title: 'Title of l1', sizeBytes: 30 }],
      },
      {
        lessonId: 'l2',
        title: 'Title of l2',
        change: 'changed',
        textBytes: 10,
        files: [{ fileId: fileId('b'), kind: 'resource', title: 'Sheet', sizeBytes: 20 }],
      },
      { lessonId: 'l3', title: 'Title of l3', change: 'added', textBytes: 17, files: [] },
    ]);
  });

  it('add up until the learner dismisses them', async () => {
    const video = { videoUrl: signed('a'), videoSizeBytes: 10 };
    await storeLessons(lessonOf('l1', { ...video, content: '1234' }), lessonOf('l2'), lessonOf('l3'));
    await storeLessons(lessonOf('l1', { ...video, content: '12345' }));
    expect(await noted()).toMatchObject([
      { lessonId: 'l1', change: 'changed', textBytes: 9 },
      { lessonId: 'l2', change: 'removed' },
    ]);
    await dismissCourseUpdate(store, 'c1');
    expect(await noted()).toEqual([]);
  });
});
