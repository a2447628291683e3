import { describe, expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { lessonFieldsOf } from '../model/editor-model.ts';
import { applyDrafts } from './apply-drafts.ts';
import { changeLesson, markLesson, noDrafts } from './editor-draft.ts';

/** 60 modules of 20 lessons. */
const large = adminCourseOf(
  'large',
  Array.from({ length: 60 }, () => 20),
);
const rowsOf = (course: typeof large) => course.modules.flatMap((module) => [module, ...module.lessons]);
const [first] = large.modules;
const [typed, neighbour] = first?.lessons ?? [];
if (first === undefined || typed === undefined || neighbour === undefined) throw new Error();

const seen = { ...typed, moduleId: first.id, fields: lessonFieldsOf(typed) };
const retitle = (title: string, before = noDrafts) => changeLesson(before, seen, { title });

describe('applying the drafts of a large course', () => {
  it('creates new objects only for the edited lesson and its module, so that no other card is rendered', () => {
    const before = applyDrafts(large, noDrafts);
    const after = applyDrafts(large, retitle('A'));
    const shown = new Set<unknown>(rowsOf(before));
    const other = rowsOf(after).filter((row) => !shown.has(row));
    expect(other.map(({ id }) => id)).toEqual([first.id, typed.id]);
  });

  it('reuses the rows of other drafts from one keystroke to the next', () => {
    const earlier = changeLesson(
      noDrafts,
      { ...neighbour, moduleId: first.id, fields: lessonFieldsOf(neighbour) },
      { duration: 12 },
    );
    const before = applyDrafts(large, retitle('A', earlier));
    const after = applyDrafts(large, retitle('AB', retitle('A', earlier)));
    expect(after.modules[0]?.lessons[0]?.title).toBe('AB');
    expect(after.modules[0]?.lessons[1]).toBe(before.modules[0]?.lessons[1]);
    expect(after.modules[0]?.lessons[1]?.duration).toBe(12);
  });

  it('returns the original course once the drafts are undone', () => {
    const marked = markLesson(retitle('A'), { ...typed, moduleId: first.id }, true);
    expect(applyDrafts(large, marked).modules[0]?.lessons).toHaveLength(19);
    expect(applyDrafts(large, retitle('A')).modules[0]?.lessons[0]?.title).toBe('A');
    const undone = applyDrafts(large, noDrafts);
    expect(undone.modules[0]?.lessons[0]).toBe(typed);
    expect(rowsOf(undone)).toHaveLength(60 * 21);
  });
});
