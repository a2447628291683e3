import { describe, expect, it } from 'vitest';
import type { UserEntry } from '#pwa/store/admin/admin-users.ts';
import { editRow } from '#pwa/testing/admin-rows.ts';
import { alice, bob } from '#pwa/testing/people.ts';
import type { Role } from '#schema/account/user.ts';
import { fold } from '#schema/search/fold.ts';
import {
  breakAddress,
  describeCourses,
  findUsers,
  readRoleChanges,
  showUsers,
  type UserFilter,
} from './users-model.ts';

const setRoleCommand = (role: Role) =>
  ({ kind: 'user.setRole', args: { userId: 'bob', userName: 'Bob', role } }) as const;
const changesTo = (role: Role) => readRoleChanges([editRow(1, setRoleCommand(role))]);
const entries: readonly UserEntry[] = [
  { id: 'alice', role: 'user', text: 'alice ashdown\nalice@example.org' },
  { id: 'bob', role: 'user', text: 'bob berg\nbob@example.org' },
  { id: 'carol', role: 'admin', text: 'carol alison\ncarol@elsewhere.net' },
  { id: 'dora', role: 'user', text: 'dora müller\ndora@xn--mller-kva.example' },
];
const find = (text: string, role: UserFilter['role'] = 'all', changes = readRoleChanges([])) =>
  findUsers(entries, changes, { text, role });

describe('the user list', () => {
  it('shows an unsent role, marked as such', () => {
    const [first, second] = showUsers([alice, bob], changesTo('admin'));
    expect(first).toEqual({ user: alice, pending: null });
    expect(second).toMatchObject({ user: { role: 'admin' }, pending: { state: 'waiting' } });
  });

  it('shows the server’s role after a refusal, with its message', () => {
    const refused = editRow(1, setRoleCommand('admin'), { state: 'refused', lastProblem: 'No.' });
    expect(showUsers([bob], readRoleChanges([refused]))).toMatchObject([
      { user: { role: 'user' }, pending: { state: 'refused', problem: 'No.' } },
    ]);
  });

  it('shows an acknowledged role that the stored list lacks, also below a refused one', () => {
    const acked = editRow(1, setRoleCommand('admin'), { state: 'acknowledged' });
    expect(showUsers([bob], readRoleChanges([acked]))).toMatchObject([
      { user: { role: 'admin' }, pending: null },
    ]);
    const refused = editRow(2, setRoleCommand('user'), { state: 'refused' });
    expect(showUsers([bob], readRoleChanges([acked, refused]))).toMatchObject([
      { user: { role: 'admin' }, pending: { state: 'refused' } },
    ]);
  });

  it('is searched by name or email, ignoring case', () => {
    expect(find('ALI')).toEqual(['alice', 'carol']);
    expect(find(' example.org ')).toEqual(['alice', 'bob']);
    expect(find('Dora@Müller.example')).toEqual(['dora']);
    expect(find('MÜLLER')).toEqual(['dora']);
    expect(find('zed')).toEqual([]);
  });

  it('is searched without accents, vowel signs and ligatures', () => {
    const named = (name: string): UserEntry => ({ id: name, role: 'user', text: fold(name) });
    const foundAs = (text: string, name: string) =>
      findUsers([named(name)], readRoleChanges([]), { text, role: 'all' }).length;
    expect([foundAs('rene', 'René'), foundAs('Weiß', 'WEISS'), foundAs('محمد', 'مُحَمَّد')]).toEqual([1, 1, 1]);
  });

  it('combines the search with the displayed role', () => {
    expect(find('', 'admin')).toEqual(['carol']);
    expect(find('ali', 'admin')).toEqual(['carol']);
    expect(find('ali', 'user')).toEqual(['alice']);
    expect(find('@example', 'admin', changesTo('admin'))).toEqual(['bob']);
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
