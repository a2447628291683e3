import { beforeEach, expect, it, vi } from 'vitest';
import { fillLibrary } from '#bench/size/fill-library.ts';
import { SMALL } from '#bench/size/library-size.ts';
import { findFetchedAt } from '#pwa/store/admin/admin.ts';
import { listAdminUsers } from '#pwa/store/admin/admin-users.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshAdminUsers } from '#pwa/sync/pull/admin-refresh.ts';
import { arrive, openWorld, type World } from '../testing/world.ts';

const PEOPLE = 1_100;
const all = { offset: 0, count: 2_000 };

let world: World;
let store: PrivateStore;
/** The paths of the requests for users. */
let requested: string[];
/** The request that fails, counted from 1. */
let failing: number;

beforeEach(async () => {
  world = await openWorld();
  const { dataFolder } = world.server.deps.config;
  fillLibrary(`${dataFolder}/carrel.sqlite`, { ...SMALL, lessonsPerCourse: 2, people: PEOPLE });
  store = await arrive(world, world.server.people.admin);
  requested = [];
  failing = 0;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path.startsWith('/api/admin/users')) requested.push(path);
    if (failing > 0 && requested.length === failing) throw new TypeError('Failed to fetch');
    return world.network.fetch(path, init);
  });
});

it('users are fetched and stored page by page, in the server’s order', async () => {
  await refreshAdminUsers();
  expect(requested.map((path) => path.replace(/(after=).*/, '$1…'))).toEqual([
    '/api/admin/users?limit=500',
    '/api/admin/users?limit=500&after=…',
    '/api/admin/users?limit=500&after=…',
  ]);
  const users = await listAdminUsers(store, all);
  expect(users).toHaveLength(PEOPLE + 4);
  expect(new Set(users.map(({ id }) => id)).size).toBe(PEOPLE + 4);
  expect(users[0]?.id).toBe('admin');
  expect(users.find(({ id }) => id === 'person-000007')?.activatedCourses).toHaveLength(11);
});

it('pages that arrived before the connection failed stay, and the list is not yet fresh', async () => {
  failing = 3;
  await expect(refreshAdminUsers()).rejects.toThrow();
  expect(await listAdminUsers(store, all)).toHaveLength(1_000);
  expect(await findFetchedAt(store, 'users')).toBeNull();
});

it('a user who is gone is removed once the last page has arrived', async () => {
  await refreshAdminUsers();
  await store.database.adminUsers.put({
    ...{ id: 'gone', name: 'Gone', email: 'gone@example.org', role: 'user', avatar: null },
    ...{ activatedCourses: [], place: 3, v: 1 },
  });
  await refreshAdminUsers();
  expect((await listAdminUsers(store, all)).map(({ id }) => id)).not.toContain('gone');
});
