import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import type { PrivateStore } from '../store/database/private-store.ts';
import { putOfflineCourse } from '../store/offline/put-offline-course.ts';
import { findSearchIndex } from '../store/offline/search-indexes.ts';
import { courseOf, lessonOf } from '../testing/courses.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { loadIndexing, startIndexing } from './start-indexing.ts';

let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

const storeCourse = (id: string, version: number) =>
  putOfflineCourse(store, courseOf(id, [[lessonOf(`${id}-1`, { content: '<p>Tide</p>', version })]]), {
    keptAt: '2026-11-21T08:00:00.000Z',
  });

/** Starts to index as another page does. Returns the courses for whose index the code of the search was loaded. */
function openPage() {
  const indexed: string[] = [];
  const stop = startIndexing(async () => {
    const { updateIndex } = await loadIndexing();
    return {
      updateIndex: (of, course) => {
        indexed.push(course.courseId);
        return updateIndex(of, course);
      },
    };
  });
  onTestFinished(stop);
  return { indexed, stop };
}

const untilIndexed = (id: string, version: number) =>
  waitFor(async () =>
    expect((await findSearchIndex(store, id))?.fingerprint).toContain(`${id}-1 ${version}`),
  );

test('courses are indexed when they arrive and when they change', async () => {
  await storeCourse('a', 1);
  openPage();
  await untilIndexed('a', 1);
  await storeCourse('a', 2);
  await storeCourse('b', 1);
  await untilIndexed('a', 2);
  await untilIndexed('b', 1);
});

test('the code of the search is loaded only for an index that is not current', async () => {
  await storeCourse('a', 1);
  const first = openPage();
  await untilIndexed('a', 1);
  first.stop();
  await storeCourse('b', 1);
  const { indexed } = openPage();
  // In the order of their ids: when the second course has its index, that of the first one has been compared.
  await untilIndexed('b', 1);
  expect(indexed).toEqual(['b']);
});
