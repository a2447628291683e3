import type { User } from '#schema/account/user.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { write } from '../database/access.ts';
import type { AdminUserRow } from '../database/admin-rows.ts';
import type { PrivateStore } from '../database/private-store.ts';
import { noteFetched } from './admin.ts';

/*
 * The admins' list of users comes in pages, each stored when it arrives: there may be fifty thousand, and only those
 * that changed are written.
 */

/** Stores a page of users, the first of which has the given place in the list. */
export function putAdminUsersPage(
  store: PrivateStore,
  users: readonly User[],
  firstPlace: number,
): Promise<void> {
  return write(store, [store.adminUsers], async (tx) => {
    const known = await tx.adminUsers.bulkGet(users.map(({ id }) => id));
    const changed = users.flatMap((user, index): AdminUserRow[] => {
      const stored = known[index];
      const row = { ...user, place: firstPlace + index, v: FORMAT_VERSION };
      return stored !== undefined && isSame(stored, row) ? [] : [row];
    });
    await tx.adminUsers.bulkPut(changed);
  });
}

function isSame(stored: AdminUserRow, row: AdminUserRow): boolean {
  const { activatedCourses, ...own } = row;
  const { activatedCourses: before, ...ownBefore } = stored;
  const names = new Set([...Object.keys(own), ...Object.keys(ownBefore)]);
  const isOwnSame = [...names].every((name) => Reflect.get(own, name) === Reflect.get(ownBefore, name));
  return isOwnSame && before.join() === activatedCourses.join();
}

/** After the last page: removes the users that no page had, and notes the age of the list. */
export function finishAdminUsers(
  store: PrivateStore,
  listed: ReadonlySet<string>,
  requestedAt: string,
): Promise<void> {
  return write(store, [store.adminUsers, store.state], async (tx) => {
    const ids = await tx.adminUsers.toCollection().primaryKeys();
    await tx.adminUsers.bulkDelete(ids.filter((id) => !listed.has(id)));
    await noteFetched(tx, 'users', requestedAt);
  });
}
