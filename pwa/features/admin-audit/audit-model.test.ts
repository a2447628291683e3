import { describe, expect, it } from 'vitest';
import type { Revision } from '#schema/editor/history.ts';
import { groupByDay, listCourses, listPeople, listShown } from './audit-model.ts';

const everything = { courseId: null, userId: null };

const revision = (id: string, parts: Partial<Revision> = {}): Revision => ({
  ...{ id, kind: 'update', entity: 'lesson', entityId: 'l1', courseId: 'tides', title: 'Ebb' },
  ...{ userId: 'carol', userName: 'Carol', baseVersion: 1, version: 2, before: {}, after: { title: 'Ebb' } },
  ...{ madeAt: '2026-11-21T08:00:00.000Z', receivedAt: '2026-11-21T08:00:00.000Z' },
  ...parts,
});

describe('the listed entries', () => {
  it('are unique and newest first, whatever the order of the pages', () => {
    const pages = [revision('b'), revision('a'), revision('c'), revision('b')];
    expect(listShown(pages, everything).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  it('match the chosen course and author', () => {
    const all = [
      revision('a'),
      revision('b', { userId: 'bob' }),
      revision('c', { courseId: 'stars' }),
      revision('d', { courseId: null }),
    ];
    const shown = (courseId: string | null, userId: string | null) =>
      listShown(all, { courseId, userId }).map(({ id }) => id);
    expect(shown('tides', null)).toEqual(['b', 'a']);
    expect(shown('tides', 'carol')).toEqual(['a']);
    expect(shown(null, 'carol')).toEqual(['d', 'c', 'a']);
  });

  it('are grouped by the day on which the server received them', () => {
    const at = (day: number) => new Date(2026, 10, day, 12).toISOString();
    const days = groupByDay(
      [
        revision('c', { receivedAt: at(21) }),
        revision('b', { receivedAt: at(21) }),
        revision('a', { receivedAt: at(19) }),
      ],
      new Date(2026, 10, 21, 18),
    );
    expect(days.map(({ name, revisions }) => [name, revisions.map(({ id }) => id)])).toEqual([
      ['Today', ['c', 'b']],
      ['19 November 2026', ['a']],
    ]);
  });
});

it('the filter options are the authors of the entries, and all courses including deleted ones', () => {
  const deleted = revision('b', {
    entity: 'course',
    entityId: 'old',
    courseId: 'old',
    title: 'Old',
    kind: 'delete',
  });
  const all = [deleted, revision('a', { userId: 'bob', userName: 'Bob' }), revision('c', { userId: null })];
  expect(listPeople(all).map(({ name }) => name)).toEqual(['Bob', 'Carol']);
  expect(listCourses([{ id: 'tides', title: 'Reading the tides' }], all)).toEqual([
    { id: 'old', name: 'Old' },
    { id: 'tides', name: 'Reading the tides' },
  ]);
});
