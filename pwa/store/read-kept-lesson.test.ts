import { beforeEach, describe, expect, it } from 'vitest';
import { courseOf, lessonOf } from '../testing/courses.ts';
import { listDatabases, resetDevice, signInAs } from '../testing/device.ts';
import { alice, bob } from '../testing/people.ts';
import { putKeptCourse } from './keep-course.ts';
import type { PrivateStore } from './private-store.ts';
import { readKeptLesson } from './read-kept-lesson.ts';

const course = courseOf('c1', [
  [lessonOf('z-first'), lessonOf('m-second')],
  [lessonOf('a-third', { description: 'The last', videoUrl: 'https://example.org/film.mp4' })],
]);
const ofAlice = { userId: alice.id, courseId: 'c1', lessonId: 'a-third' };
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

describe('a kept lesson, read without Dexie', () => {
  it('comes with its text, its place in the course and what the course is called', async () => {
    await putKeptCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    expect(await readKeptLesson(ofAlice)).toEqual({
      courseTitle: 'Title of c1',
      title: 'Title of a-third',
      description: 'The last',
      duration: 5,
      number: 3,
      videoUrl: 'https://example.org/film.mp4',
      html: '<p>Text of a-third</p>',
    });
    expect((await readKeptLesson({ ...ofAlice, lessonId: 'm-second' }))?.number).toBe(2);
  });

  it('is nothing where the lesson, its course or its text is not here', async () => {
    await putKeptCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    expect(await readKeptLesson({ ...ofAlice, lessonId: 'deleted' })).toBeNull();
    expect(await readKeptLesson({ ...ofAlice, courseId: 'c2' })).toBeNull();
    await store.lessonContents.delete('a-third');
    expect(await readKeptLesson(ofAlice)).toBeNull();
  });

  it('is nothing where a row is not of the shape that it should have', async () => {
    await putKeptCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    await store.table('lessons').update('a-third', { title: null });
    expect(await readKeptLesson(ofAlice)).toBeNull();
  });

  it('creates no database for whom there is none', async () => {
    expect(await readKeptLesson({ ...ofAlice, userId: bob.id })).toBeNull();
    expect((await listDatabases()).join()).not.toContain(bob.id);
  });

  it('stands in nobody’s way afterwards', async () => {
    await putKeptCourse(store, course, { keptAt: '2026-11-21T08:00:00.000Z' });
    await readKeptLesson(ofAlice);
    await store.delete();
    expect((await listDatabases()).join()).not.toContain(alice.id);
  });
});
