import { describe, expect, it } from 'vitest';
import type { Role } from '#schema/user.ts';
import { editRow } from '../../testing/admin-rows.ts';
import { alice, bob } from '../../testing/people.ts';
import { cutPage, describeCourses, filterShown, PAGE_SIZE, showUsers } from './users-model.ts';

const give = (role: Role) =>
  ({ kind: 'user.setRole', args: { userId: 'bob', userName: 'Bob', role } }) as const;
const names = (rows: ReturnType<typeof showUsers>) => rows.map(({ user }) => user.name);

describe('the list of users', () => {
  it('shows a role that waits to be sent, and says so', () => {
    const [first, second] = showUsers([alice, bob], [editRow(1, give('admin'))]);
    expect(first).toEqual({ user: alice, pending: null });
    expect(second).toMatchObject({ user: { role: 'admin' }, pending: { state: 'waiting' } });
  });

  it('shows the role that the server kept when it refused, with its sentence', () => {
    const refused = editRow(1, give('admin'), { state: 'refused', lastProblem: 'No.' });
    expect(showUsers([bob], [refused])).toMatchObject([
      { user: { role: 'user' }, pending: { state: 'refused', problem: 'No.' } },
    ]);
  });

  it('finds by name or email whatever the case, together with the role that is shown', () => {
    const shown = showUsers([alice, bob], [editRow(1, give('admin'))]);
    expect(names(filterShown(shown, { text: 'ALI', role: 'all' }))).toEqual(['Alice']);
    expect(names(filterShown(shown, { text: '@example', role: 'admin' }))).toEqual(['Bob']);
    expect(names(filterShown(shown, { text: 'nobody', role: 'all' }))).toEqual([]);
  });

  it('counts courses in words', () => {
    expect(describeCourses({ activatedCourses: [] })).toBe('0 courses');
    expect(describeCourses({ activatedCourses: ['a'] })).toBe('1 course');
    expect(describeCourses({ activatedCourses: ['a', 'b'] })).toBe('2 courses');
  });
});

describe('a page of it', () => {
  const many = Array.from({ length: 2_000 }, (_, place) => place);

  it('holds fifty and says which', () => {
    expect(cutPage(many, 1)).toMatchObject({ page: 1, pages: 40, words: '51–100 of 2,000' });
    expect(cutPage(many, 39).rows).toHaveLength(PAGE_SIZE);
  });

  it('is the last one when there are fewer than asked for, and the only one of a short list', () => {
    expect(cutPage(many.slice(0, 60), 39)).toMatchObject({ page: 1, words: '51–60 of 60' });
    expect(cutPage([1, 2, 3], 0)).toMatchObject({ page: 0, pages: 1, words: '3' });
    expect(cutPage([], 0)).toMatchObject({ page: 0, pages: 1, rows: [] });
  });
});
