import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import type { User } from '#schema/account/user.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { getAdminUsers, listAdminUsers, listUserEntries } from './admin-users.ts';
import { putAdminUsersPage } from './admin-users-pages.ts';

const COUNT = 1_200;
let store: PrivateStore;
let rowsRead: number;

/** In an order that is not that of the ids: a page is a part of the server's order. */
const users = Array.from({ length: COUNT }, (_, place): User => {
  const id = `user-${(place * 7) % COUNT}`;
  return { ...alice, id, name: `Learner ${place}`, email: `${id}@example.org` };
});
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  await putAdminUsersPage(store, users, 0);
  rowsRead = 0;
  store.database.adminUsers.hook('reading', (row) => {
    if (row !== undefined) rowsRead += 1;
    return row;
  });
});

/** The numbers of rows that requests ask for; Dexie calls the newer of two forms. */
function watchLimits(): unknown[] {
  const limits: unknown[] = [];
  const original = IDBIndex.prototype.getAll;
  vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(function (this: IDBIndex, ...[query, limit]) {
    limits.push(limit ?? Reflect.get(Object(query), 'count'));
    return original.call(this, query, limit);
  });
  return limits;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('users on the device', () => {
  it.each([0, 50, 1_150])('are listed page by page, and only the page from %i is read', async (offset) => {
    const page = await listAdminUsers(store, { offset, count: 50 });
    expect(idsOf(page)).toEqual(idsOf(users.slice(offset, offset + 50)));
    expect(rowsRead).toBe(50);
  });

  it('beyond the last one are none', async () => {
    expect(await listAdminUsers(store, { offset: COUNT, count: 50 })).toEqual([]);
  });

  it('are found by their ids, in the order of the ids', async () => {
    expect(idsOf(await getAdminUsers(store, ['user-9', 'gone', 'user-3']))).toEqual(['user-9', 'user-3']);
    expect(rowsRead).toBe(2);
  });

  it('are all read for a search, in the server’s order and in short requests', async () => {
    const limits = watchLimits();
    const entries = await listUserEntries(store);
    expect(idsOf(entries)).toEqual(idsOf(users));
    expect(entries[3]).toEqual({ id: 'user-21', role: 'user', text: 'learner 3\nuser-21@example.org' });
    expect(limits).toEqual([500, 500, 500]);
  });

  it('are all found by a search while two of them have the same place', async () => {
    const rows = await store.adminUsers.orderBy('place').toArray();
    await store.database.adminUsers.bulkPut(
      rows.map((row) => ({ ...row, place: Math.trunc(row.place / 2) })),
    );
    expect(idsOf(await listUserEntries(store)).toSorted()).toEqual(idsOf(users).toSorted());
  });
});
