import { describe, expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { LOW_CODES } from '#schema/limits.ts';
import { applyDrafts } from '../draft/apply-drafts.ts';
import {
  changeCourse,
  changeLesson,
  changeModule,
  type Drafts,
  markLesson,
  markModule,
  noDrafts,
} from '../draft/editor-draft.ts';
import {
  courseFieldsOf,
  lessonFieldsOf,
  listMarked,
  listOrphans,
  listRecordIds,
  lowCodes,
  moduleFieldsOf,
  offersFor,
  planSave,
} from './editor-model.ts';

/** Two modules with two lessons each: m1 (l1, l2) and m2 (l1, l2). */
const tides = adminCourseOf('tides', [2, 2]);
const [sea, land] = tides.modules;
const [ebb, flow] = sea?.lessons ?? [];
if (sea === undefined || land === undefined || ebb === undefined || flow === undefined) throw new Error();

const seenCourse = { version: 1, title: tides.title, fields: courseFieldsOf(tides) };
const seenSea = { ...sea, fields: moduleFieldsOf(sea) };
const seenEbb = { ...ebb, moduleId: sea.id, fields: lessonFieldsOf(ebb) };

describe('the displayed course', () => {
  it('has the drafts applied, in the order of their positions', () => {
    let drafts = changeCourse(noDrafts, seenCourse, { title: 'The tides', thumbnail: null });
    drafts = changeModule(drafts, seenSea, { position: 'a5' });
    drafts = changeLesson(drafts, seenEbb, { duration: 40, content: '<p>New</p>' });
    const shown = applyDrafts(tides, drafts);
    expect(shown.title).toBe('The tides');
    expect(shown.modules.map(({ id }) => id)).toEqual([land.id, sea.id]);
    expect(shown.modules[1]?.lessons[0]?.duration).toBe(40);
    expect(shown.modules[1]?.lessons[0]).not.toHaveProperty('content');
  });

  it('follows the server in every unchanged field', () => {
    const drafts = changeLesson(noDrafts, seenEbb, { title: 'Ebbs' });
    const moved = structuredClone(tides);
    const [lesson] = moved.modules[0]?.lessons ?? [];
    if (lesson !== undefined) Object.assign(lesson, { title: 'Theirs', description: 'Theirs too' });
    expect(applyDrafts(moved, drafts).modules[0]?.lessons[0]).toMatchObject({
      title: 'Ebbs',
      description: 'Theirs too',
    });
  });

  it('omits records marked for deletion, which are listed for restoring', () => {
    let drafts = markLesson(noDrafts, { ...flow, moduleId: sea.id }, true);
    drafts = markModule(drafts, land, true);
    const shown = applyDrafts(tides, drafts);
    expect(shown.modules.map(({ lessons }) => lessons.length)).toEqual([1]);
    expect(listMarked(drafts)).toEqual({
      modules: [{ id: land.id, title: land.title }],
      lessons: [{ id: flow.id, title: flow.title }],
    });
    expect(listMarked(markModule(drafts, sea, true)).lessons).toEqual([]);
  });

  it('lists edited records that another user deleted', () => {
    const drafts = changeLesson(noDrafts, seenEbb, { title: 'Ebbs' });
    expect(listOrphans(listRecordIds(tides), drafts)).toEqual([]);
    expect(listOrphans(listRecordIds({ ...tides, modules: [land] }), drafts)).toEqual([ebb.title]);
  });
});

describe('the save plan', () => {
  const all: Drafts = {
    ...changeCourse(noDrafts, seenCourse, { title: 'The tides' }),
    ...{ modules: markModule(changeModule(noDrafts, seenSea, { title: 'Seas' }), land, true).modules },
    lessons: markLesson(
      changeLesson(noDrafts, seenEbb, { title: 'Ebbs' }),
      { ...flow, moduleId: sea.id },
      true,
    ).lessons,
  };

  it('contains the course, edited and deleted modules, edited and deleted lessons', () => {
    expect(planSave(tides, all, ['a', 'b'])).toEqual({
      courseId: 'tides',
      course: {
        title: tides.title,
        version: 1,
        base: { title: tides.title },
        changes: { title: 'The tides' },
      },
      modules: [
        {
          ...{ moduleId: sea.id, title: sea.title, version: 1 },
          ...{ base: { title: sea.title }, changes: { title: 'Seas' } },
        },
      ],
      deletedModules: [{ moduleId: land.id, title: land.title, version: 1 }],
      lessons: [
        {
          ...{ moduleId: sea.id, lessonId: ebb.id, title: ebb.title, version: 1 },
          ...{ base: { title: ebb.title }, changes: { title: 'Ebbs' } },
        },
      ],
      deletedLessons: [{ moduleId: sea.id, lessonId: flow.id, title: flow.title, version: 1 }],
      draftIds: ['a', 'b'],
    });
  });

  it('omits the lessons of a deleted module', () => {
    const plan = planSave(tides, { ...all, modules: markModule(all, sea, true).modules }, []);
    expect([plan.modules, plan.lessons, plan.deletedLessons]).toEqual([[], [], []]);
    expect(plan.deletedModules).toHaveLength(2);
  });
});

describe('the action bar', () => {
  const published = { ...tides, status: 'published' as const };

  it('offers the actions that the course is ready for', () => {
    expect(offersFor(tides, tides, false)).toEqual({ canPreview: true, canFinish: true, canDelete: true });
    const empty = { ...tides, modules: [] };
    expect(offersFor(empty, empty, false)).toEqual({ canPreview: false, canFinish: false, canDelete: true });
    expect(offersFor(tides, tides, true)).toEqual({ canPreview: false, canFinish: false, canDelete: false });
  });

  it('does not offer to delete a published course until its new status is saved', () => {
    expect(offersFor(tides, published, false).canDelete).toBe(false);
  });
});

it('codes are low when fewer than ten of at least one are left, or than the course says', () => {
  const left = (total: number, unused: number, lowCodesBelow = LOW_CODES) =>
    lowCodes({ ...tides, lowCodesBelow, codeStats: { total, unused, used: total - unused } });
  expect([left(0, 0), left(20, 10), left(20, 9), left(20, 0)]).toEqual([null, null, 9, 0]);
  expect([left(20, 4, 5), left(20, 5, 5), left(20, 0, 0)]).toEqual([4, null, null]);
});
