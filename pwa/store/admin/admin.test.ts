import { beforeEach, expect, it } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { User } from '#schema/account/user.ts';
import { findDraft, putDraft } from '../account/drafts.ts';
import { findFetchedAt, hasAdminRows, wipeAdmin } from './admin.ts';
import { listAdminUsers } from './admin-users.ts';
import { finishAdminUsers, putAdminUsersPage } from './admin-users-pages.ts';

const all = { offset: 0, count: 10 };
const at = '2026-11-21T08:00:00.000Z';

beforeEach(resetDevice);

it('users are listed in the server’s order, with the age of the list, until they are removed', async () => {
  const store = signInAs(alice);
  expect(await hasAdminRows(store)).toBe(false);
  const carol = { ...alice, id: 'a-carol', name: 'Carol' };
  await putAdminUsersPage(store, [alice], 0);
  expect(await hasAdminRows(store)).toBe(true);
  expect(await findFetchedAt(store, 'users')).toBeNull();
  await putAdminUsersPage(store, [carol], 1);
  await finishAdminUsers(store, new Set([alice.id, carol.id]), at);
  expect((await listAdminUsers(store, all)).map(({ name }) => name)).toEqual(['Alice', 'Carol']);
  expect(await findFetchedAt(store, 'users')).toBe(at);
  await wipeAdmin(store);
  expect(await listAdminUsers(store, all)).toEqual([]);
  expect(await hasAdminRows(store)).toBe(false);
});

it('the end of the rights of an admin removes their rows, and no draft', async () => {
  const store = signInAs(alice);
  await putAdminUsersPage(store, [alice], 0);
  await putDraft(store, 'editor/tides/lesson/tides-lesson-1', { text: 'mine' });
  await wipeAdmin(store);
  expect(await hasAdminRows(store)).toBe(false);
  expect(await findDraft(store, 'editor/tides/lesson/tides-lesson-1')).toEqual({ text: 'mine' });
});

it('a page of users writes only those that changed, and the end of the list removes the others', async () => {
  const store = signInAs(alice);
  const people = Array.from({ length: 40 }, (_, index): User => {
    return { ...alice, id: `u-${index}`, name: `User ${index}`, activatedCourses: ['tides'] };
  });
  await putAdminUsersPage(store, people, 0);
  const written: string[] = [];
  store.database.adminUsers.hook('updating', (_, id) => {
    written.push(id);
  });
  const later = people.map((user) =>
    user.id === 'u-7' ? { ...user, activatedCourses: ['tides', 'winds'] } : user,
  );
  await putAdminUsersPage(store, later.slice(0, 30), 0);
  await finishAdminUsers(store, new Set(later.slice(0, 30).map(({ id }) => id)), at);
  expect(written).toEqual(['u-7']);
  const stored = await listAdminUsers(store, { offset: 0, count: 100 });
  expect(stored).toHaveLength(30);
  expect(stored[7]?.activatedCourses).toEqual(['tides', 'winds']);
});
