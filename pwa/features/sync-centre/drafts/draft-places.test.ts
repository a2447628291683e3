import { describe, expect, it } from 'vitest';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import { editorRow, makeCourse } from '#pwa/testing/editor-rows.ts';
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
    ];
    expect(
      listDraftPlaces({ drafts, uploads: [], unsent: [], titles }).map(({ what, to }) => [what, to]),
    ).toEqual([
      ['Course “Tides”', '/admin/courses/tides'],
      ['Support message', '/support'],
      ['New course', '/admin/courses/new'],
      ['Your profile', '/profile'],
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

  it('omits drafts that this version does not know', () => {
    expect(listDraftPlaces({ drafts: [draft('poem', 1)], uploads: [], unsent: [], titles })).toEqual([]);
  });
});
