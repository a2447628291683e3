import { describe, expect, it } from 'vitest';
import { editRow } from '#pwa/testing/admin-rows.ts';
import { alice, bob } from '#pwa/testing/people.ts';
import type { Role } from '#schema/account/user.ts';
import { breakAddress, describeCourses, filterShown, showUsers } from './users-model.ts';

const setRoleCommand = (role: Role) =>
  ({ kind: 'user.setRole', args: { userId: 'bob', userName: 'Bob', role } }) as const;
const names = (rows: ReturnType<typeof showUsers>) => rows.map(({ user }) => user.name);

describe('the user list', () => {
  it('shows an unsent role, marked as such', () => {
    const [first, second] = showUsers([alice, bob], [editRow(1, setRoleCommand('admin'))]);
    expect(first).toEqual({ user: alice, pending: null });
    expect(second).toMatchObject({ user: { role: 'admin' }, pending: { state: 'waiting' } });
  });

  it('shows the server’s role after a refusal, with its message', () => {
    const refused = editRow(1, setRoleCommand('admin'), { state: 'refused', lastProblem: 'No.' });
    expect(showUsers([bob], [refused])).toMatchObject([
      { user: { role: 'user' }, pending: { state: 'refused', problem: 'No.' } },
    ]);
  });

  it('searches name and email case-insensitively, combined with the displayed role', () => {
    const shown = showUsers([alice, bob], [editRow(1, setRoleCommand('admin'))]);
    expect(names(filterShown(shown, { text: 'ALI', role: 'all' }))).toEqual(['Alice']);
    expect(names(filterShown(shown, { text: '@example', role: 'admin' }))).toEqual(['Bob']);
    expect(names(filterShown(shown, { text: 'nobody', role: 'all' }))).toEqual([]);
  });

  it('formats the number of courses', () => {
    expect(describeCourses({ activatedCourses: [] })).toBe('0 courses');
    expect(describeCourses({ activatedCourses: ['a'] })).toBe('1 course');
    expect(describeCourses({ activatedCourses: ['a', 'b'] })).toBe('2 courses');
  });
});

describe('an email address in a narrow column', () => {
  const broken = (address: string) => breakAddress(address).map(({ text }) => text);

  it('wraps after punctuation and never within a word', () => {
    expect(broken('max.ims-ohn@sea_side.example.org')).toEqual([
      'max.',
      'ims-',
      'ohn@',
      'sea_',
      'side.',
      'example.',
      'org',
    ]);
  });

  it('preserves every character', () => {
    for (const address of ['alice@example.org', '..odd@@x', 'plain']) {
      expect(broken(address).join('')).toBe(address);
    }
  });
});
