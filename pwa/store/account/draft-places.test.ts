import { describe, expect, it } from 'vitest';
import { editorRow, makeCourse } from '#pwa/testing/editor-rows.ts';
import type { DraftRow } from '../database/rows.ts';
import { countDrafts } from './draft-keys.ts';
import { listDraftPlaces } from './draft-places.ts';

const draft = (id: string, minute: number): DraftRow => {
  const updatedAt = `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`;
  return { id, value: {}, updatedAt, v: 1 };
};
const titles = { courses: new Map([['tides', 'Tides']]), lessons: new Map() };

describe('the list of unsaved drafts', () => {
  it('has a line for each course and form, newest first, with its path', () => {
    const drafts = [
      draft('editor/tides/course', 1),
      draft('editor/tides/lesson/l1', 5),
      draft('editor/new/course', 3),
      draft('profile', 2),
      draft('support', 4),
      draft('site', 0),
    ];
    expect(
      listDraftPlaces({ drafts, uploads: [], unsent: [], titles }).map(({ what, to }) => [what, to]),
    ).toEqual([
      ['Course “Tides”', '/admin/courses/tides?record=l1'],
      ['Support message', '/support'],
      ['New course', '/admin/courses/new'],
      ['Your profile', '/profile'],
      ['Site', '/admin/site'],
    ]);
  });

  it('names the deleted course of a draft', () => {
    const drafts = [draft('editor/knots/course', 1), draft('editor/tides/course', 2)];
    const places = listDraftPlaces({ drafts, uploads: [], unsent: [], titles });
    expect(places.map(({ what, missingCourseId }) => [what, missingCourseId])).toEqual([
      ['Course “Tides”', null],
      ['Deleted course', 'knots'],
    ]);
    const unsent = [editorRow(1, makeCourse('knots'))];
    const [, created] = listDraftPlaces({ drafts, uploads: [], unsent, titles });
    expect(created).toMatchObject({ what: 'Course “knots”', missingCourseId: null });
  });

  it('has no page for a draft that this version does not know, and no line for choices about a refused edit', () => {
    const drafts = [draft('poem', 1), draft('conflict/c1', 2)];
    const places = listDraftPlaces({ drafts, uploads: [], unsent: [], titles });
    expect(places.map(({ key, to }) => [key, to])).toEqual([['poem', null]]);
  });

  it('is as long as the count of drafts in the bar says', () => {
    const ids = [
      'editor/tides/course',
      'editor/tides/lesson/l1',
      'profile',
      'conflict/c1',
      'editor/new/course',
    ];
    expect(countDrafts(ids, ['tides', 'knots'])).toBe(4);
    const drafts = ids.map((id) => draft(id, 1));
    expect(listDraftPlaces({ drafts, uploads: [], unsent: [], titles })).toHaveLength(countDrafts(ids, []));
  });
});
