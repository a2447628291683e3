import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
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

describe('a search in any script', () => {
  const lesson = (id: string, content: string) => lessonOf(id, { title: 'Text', content, version: 1 });

  beforeEach(async () => {
    await storeCourse('sea', [
      lesson('zh', '<p>潮汐是由于月亮和太阳的引力而产生的海水涨落现象。</p>'),
      lesson('ja', '<p><ruby>潮<rt>しお</rt></ruby>が<b>満</b>ちる。Reactの入門、データベース</p>'),
      lesson('ko', '<p>한국어교육과 바닷물</p>'),
      lesson('th', '<p>น้ำขึ้นน้ำลงเกิดจากแรงดึงดูดของดวงจันทร์</p>'),
      lesson('km', '<p>ទឹកជោរនិងទឹកនាចកើតឡើងដោយសារព្រះចន្ទ</p>'),
      lesson('my', '<p>ပင်လယ်ရေတက်ခြင်းနှင့်ကျခြင်း</p>'),
      lesson('ar', '<p>يَرْتَفِعُ اَلْبَحْرُ الكَبيـــر باسم ﷲ إلى الشاطئ</p>'),
      lesson('fa', '<p>کتاب‌های دریایی</p>'),
      lesson('he', '<p>הַגֵּאוּת וְהַשֵּׁפֶל בַּיָּם</p>'),
      lesson('de', '<p>Die Straße ﬁndet man dort.</p>'),
      lesson('hi', '<p>समुद्र का पानी</p>'),
      lesson('ru', '<p>Старый за́мок и ёлка</p>'),
    ]);
  });

  const cases = [
    ['月亮', ['zh']],
    ['引力', ['zh']],
    ['月亮海水', ['zh']],
    ['水', ['zh']],
    ['潮', ['ja', 'zh']],
    ['潮が満ちる', ['ja']],
    ['しお', ['ja']],
    ['入門', ['ja']],
    ['react 入門', ['ja']],
    ['ﾃﾞｰﾀ', ['ja']],
    ['교육', ['ko']],
    ['แรงดึงดูด', ['th']],
    ['ดวงจันทร์', ['th']],
    ['ព្រះចន្ទ', ['km']],
    ['ရေတက်', ['my']],
    ['البحر', ['ar']],
    ['بحر', ['ar']],
    ['الكبير', ['ar']],
    ['الله', ['ar']],
    ['الي', ['ar']],
    ['كتابهاي', ['fa']],
    ['הגאות', ['he']],
    ['ים', []],
    ['בים', ['he']],
    ['strasse', ['de']],
    ['STRASSE findet', ['de']],
    ['पानी', ['hi']],
    ['замок елка', ['ru']],
    ['月光', []],
  ] as const;

  test.each(cases)('%j is found in %j', async (query, ids) => {
    const found = searchCourses(await updateAll(), query);
    expect([idsOf(found).sort(), found.isPartial && found.count > 0]).toEqual([[...ids], false]);
  });

  test('finds the same in a browser without a segmenter, but not words at different places', async () => {
    const { Segmenter } = Intl;
    Reflect.deleteProperty(Intl, 'Segmenter');
    onTestFinished(() => void Reflect.set(Intl, 'Segmenter', Segmenter));
    for (const [query, ids] of cases)
      if (query !== '月亮海水') expect((await search(query)).sort(), query).toEqual(ids);
  });

  test('marks the words where they are', async () => {
    const marked = async (query: string) => {
      const [course] = searchCourses(await updateAll(), query).courses;
      return course?.hits[0]?.excerpt.filter(({ isFound }) => isFound).map(({ text }) => text);
    };
    expect(await marked('引力')).toEqual(['引力']);
    expect(await marked('海水月亮')).toEqual(['月亮', '海水']);
    expect(await marked('แรงดึงดูด')).toEqual(['แรงดึงดูด']);
    expect(await marked('البحر')).toEqual(['اَلْبَحْرُ']);
    expect(await marked('strasse')).toEqual(['Straße']);
    expect(await marked('הגאות')).toEqual(['הַגֵּאוּת']);
  });

  test('prefers the words as they are written to words at different places', async () => {
    await storeCourse('sea', [
      lesson('apart', '<p>月亮。海水。月亮。海水。</p>'),
      lesson('together', '<p>月亮海水</p>'),
    ]);
    expect(await search('月亮海水')).toEqual(['together', 'apart']);
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

  test('is rebuilt if an earlier release made it', async () => {
    await storeCourse('sea', [lessonOf('zh', { title: '潮汐', content: '<p>月亮的引力</p>', version: 1 })]);
    const index = {
      terms: JSON.stringify({
        ...{ documentCount: 1, nextId: 1, documentIds: { 0: 'zh' }, fieldIds: { title: 0, words: 1 } },
        ...{ fieldLength: { 0: [1, 1] }, averageFieldLength: [1, 1], storedFields: { 0: {} }, dirtCount: 0 },
        index: [
          ['潮汐', { 0: { 0: 1 } }],
          ['月亮的引力', { 1: { 0: 1 } }],
        ],
        serializationVersion: 2,
      }),
      lessons: [{ id: 'zh', title: '潮汐', words: '月亮的引力' }],
    };
    await store.database.searchIndexes.put({ v: 1, courseId: 'sea', fingerprint: '1\nzh 1', index });
    expect(await search('引力')).toEqual(['zh']);
    expect((await findSearchIndex(store, 'sea'))?.fingerprint).toBe('2\nzh 1');
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
