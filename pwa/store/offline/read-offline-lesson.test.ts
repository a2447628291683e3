import { beforeEach, describe, expect, it } from 'vitest';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { listDatabases, resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice, bob } from '#pwa/testing/people.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { putOfflineCourse } from './put-offline-course.ts';
import { readOfflineLesson } from './read-offline-lesson.ts';

const course = courseOf('c1', [
  [lessonOf('z-first'), lessonOf('m-second')],
  [lessonOf('a-third', { description: 'The last', videoUrl: 'https://example.org/video.mp4' })],
]);
const ofAlice = { userId: alice.id, courseId: 'c1', lessonId: 'a-third' };
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

describe('an offline lesson, read without Dexie', () => {
  it("has its text, its position in the course and the course's title", async () => {
    await putOfflineCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    expect(await readOfflineLesson(ofAlice)).toEqual({
      courseTitle: 'Title of c1',
      title: 'Title of a-third',
      description: 'The last',
      duration: 5,
      number: 3,
      videoUrl: 'https://example.org/video.mp4',
      html: '<p>Text of a-third</p>',
    });
    expect((await readOfflineLesson({ ...ofAlice, lessonId: 'm-second' }))?.number).toBe(2);
  });

  it('is null if the lesson, its course or its text is not here', async () => {
    await putOfflineCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    expect(await readOfflineLesson({ ...ofAlice, lessonId: 'deleted' })).toBeNull();
    expect(await readOfflineLesson({ ...ofAlice, courseId: 'c2' })).toBeNull();
    await store.database.lessonContents.delete('a-third');
    expect(await readOfflineLesson(ofAlice)).toBeNull();
  });

  it('is null if a row has an unexpected shape', async () => {
    await putOfflineCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    await store.database.table('lessons').update('a-third', { title: null });
    expect(await readOfflineLesson(ofAlice)).toBeNull();
  });

  it('creates no database if there is none', async () => {
    expect(await readOfflineLesson({ ...ofAlice, userId: bob.id })).toBeNull();
    expect((await listDatabases()).join()).not.toContain(bob.id);
  });

  it('blocks no later deletion', async () => {
    await putOfflineCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    await readOfflineLesson(ofAlice);
    await store.database.delete();
    expect((await listDatabases()).join()).not.toContain(alice.id);
  });
});
