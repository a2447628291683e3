import { beforeEach, describe, expect, test } from 'vitest';
import type { PrivateStore } from '../store/database/private-store.ts';
import { putOfflineCourse } from '../store/offline/put-offline-course.ts';
import { findSearchIndex, listSearchable } from '../store/offline/search-indexes.ts';
import { courseOf, lessonOf } from '../testing/courses.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import type { CourseIndex } from './course-index.ts';
import { type Found, searchCourses } from './search-courses.ts';
import { updateIndex } from './update-index.ts';

const keptAt = '2026-11-21T08:00:00.000Z';
const tides = lessonOf('tides', {
  title: 'High water',
  content: '<p>The tide comes twice a day.</p>',
  version: 1,
});
const cafes = lessonOf('cafes', {
  title: 'The Café',
  content: '<p>A harbour café, and its <b>tide</b> table.</p>',
  version: 1,
});
const knots = lessonOf('knots', { title: 'Knots', content: '<p>A bowline holds a boat.</p>', version: 1 });
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs({ ...alice, activatedCourses: ['sea', 'rope'] });
});

async function updateAll(): Promise<Map<string, CourseIndex>> {
  const indexes = new Map<string, CourseIndex>();
  for (const course of await listSearchable(store)) {
    indexes.set(course.courseId, await updateIndex(store, course));
  }
  return indexes;
}

const storeCourse = (id: string, lessons: Parameters<typeof courseOf>[1][number]) =>
  putOfflineCourse(store, courseOf(id, [lessons]), { keptAt });
const idsOf = (found: Found) => found.courses.flatMap(({ hits }) => hits.map(({ lessonId }) => lessonId));
const search = async (query: string) => idsOf(searchCourses(await updateAll(), query));

describe('a search in offline courses', () => {
  beforeEach(async () => {
    await storeCourse('sea', [tides, cafes]);
    await storeCourse('rope', [knots]);
  });

  test.each([
    ['tide', ['cafes', 'tides']],
    ['TIDE table', ['cafes']],
    ['cafe', ['cafes']],
    ['CAFÉ', ['cafes']],
    ['bowl', ['knots']],
    ['bowlime', ['knots']],
    ['high', ['tides']],
    ['   ', []],
    ['submarine', []],
    ['"tide" (table)', ['cafes']],
  ])('for %j finds %j', async (query, ids) => {
    expect((await search(query)).sort()).toEqual(ids);
  });

  test('reports when no lesson has all of the terms', async () => {
    const indexes = await updateAll();
    expect(searchCourses(indexes, 'tide table').isPartial).toBe(false);
    const some = searchCourses(indexes, 'bowline tide');
    expect([some.isPartial, idsOf(some).sort()]).toEqual([true, ['cafes', 'knots', 'tides']]);
  });

  test('ranks a lesson with the term in its title first, and groups by course', async () => {
    await storeCourse('rope', [
      lessonOf('rope-tide', { title: 'Tide and rope', content: '<p>Wet.</p>', version: 1 }),
      knots,
    ]);
    const found = searchCourses(await updateAll(), 'tide');
    expect(found.courses.map(({ courseId }) => courseId)).toEqual(['rope', 'sea']);
    expect(found.count).toBe(3);
  });

  test('shows the word in its sentence in the original spelling', async () => {
    const [course] = searchCourses(await updateAll(), 'cafe').courses;
    expect(course?.hits[0]).toMatchObject({
      title: [
        { text: 'The ', isFound: false },
        { text: 'Café', isFound: true },
      ],
      term: 'café',
    });
  });
});

describe('the index of an offline course', () => {
  test('is stored, and loaded again as long as nothing changed', async () => {
    await storeCourse('sea', [tides, cafes]);
    await updateAll();
    const row = await findSearchIndex(store, 'sea');
    expect(row?.v).toBeGreaterThan(0);
    expect(await search('tide')).toHaveLength(2);
    expect(await findSearchIndex(store, 'sea')).toEqual(row);
  });

  test('follows changed, added and removed lessons', async () => {
    const many = Array.from({ length: 10 }, (_, at) =>
      lessonOf(`other-${at}`, { content: '<p>Calm.</p>', version: 1 }),
    );
    await storeCourse('sea', [tides, cafes, ...many]);
    await updateAll();
    const changed = { ...tides, title: 'Low water', content: '<p>The ebb.</p>', version: 2 };
    await storeCourse('sea', [changed, knots, ...many]);
    expect(await search('tide')).toEqual([]);
    expect(await search('high')).toEqual([]);
    expect(await search('ebb')).toEqual(['tides']);
    expect(await search('low')).toEqual(['tides']);
    expect(await search('bowline')).toEqual(['knots']);
    expect(await search('calm')).toHaveLength(10);
  });

  test('is rebuilt if it is damaged or has another format', async () => {
    await storeCourse('sea', [tides, cafes]);
    await updateAll();
    const row = await findSearchIndex(store, 'sea');
    for (const harm of [
      { index: null },
      { index: { terms: '{', lessons: [] } },
      { fingerprint: '0\ntides 1' },
    ]) {
      await store.database.searchIndexes.put({
        v: 1,
        courseId: 'sea',
        fingerprint: '',
        index: null,
        ...row,
        ...harm,
      });
      expect(await search('tide'), JSON.stringify(harm)).toHaveLength(2);
    }
  });

  test('is not stored for a course that was removed from the device meanwhile', async () => {
    await storeCourse('sea', [tides]);
    const [course] = await listSearchable(store);
    await store.database.courses.delete('sea');
    if (course !== undefined) await updateIndex(store, course);
    expect(await findSearchIndex(store, 'sea')).toBeNull();
    expect(await listSearchable(store)).toEqual([]);
  });

  test('has only lessons whose text is here', async () => {
    await storeCourse('sea', [tides, cafes]);
    await store.database.lessonContents.delete('cafes');
    expect(await search('tide')).toEqual(['tides']);
  });
});
