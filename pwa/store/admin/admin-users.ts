import type { Role, User } from '#schema/account/user.ts';
import { fold } from '#schema/search/fold.ts';
import { read, readAtOnce } from '../database/access.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';

/*
 * Users as last received from the server, in parts: an organisation may have tens of thousands of them, and a
 * screen shows fifty.
 */

/** Rows per request of {@link listUserEntries}: few enough that a slow device takes less than a frame for them. */
const ENTRIES_AT_ONCE = 500;

/** The part of a user's row that a search reads. */
export interface UserEntry {
  readonly id: string;
  readonly role: Role;
  /** Name and email, folded. */
  readonly text: string;
}

export function countAdminUsers(store: Reader): Promise<number> {
  return read(store, () => store.adminUsers.count());
}

/** Returns up to `count` users in the server's order, after the first `offset` of them. */
export function listAdminUsers(
  store: Reader,
  { offset, count }: { offset: number; count: number },
): Promise<User[]> {
  return read(store, () => {
    const { adminUsers } = store;
    const inOrder = () => adminUsers.orderBy('place');
    if (offset === 0) return inOrder().limit(count).toArray();
    // After an offset, Dexie reads row by row. A range that starts at a key is read at once.
    return inOrder()
      .offset(offset)
      .limit(1)
      .keys()
      .then(([start]) =>
        start === undefined ? [] : adminUsers.where('place').aboveOrEqual(start).limit(count).toArray(),
      );
  });
}

/** Returns the users with these ids, in this order, without those that are not on the device. */
export function getAdminUsers(store: Reader, ids: readonly string[]): Promise<User[]> {
  return read(store, async () =>
    (await store.adminUsers.bulkGet([...ids])).filter((row) => row !== undefined),
  );
}

/**
 * Reads every user for a search, in the server's order. No index finds a part of a name, so all rows are read: in
 * many short transactions, between which the device paints and reacts to keys.
 */
export async function listUserEntries(store: PrivateStore): Promise<UserEntry[]> {
  const entries: UserEntry[] = [];
  let after = Number.NEGATIVE_INFINITY;
  for (;;) {
    const place = after;
    const rows = await readAtOnce(store, [store.adminUsers], ({ adminUsers }) =>
      adminUsers.where('place').above(place).limit(ENTRIES_AT_ONCE).toArray(),
    );
    const isEnd = rows.length < ENTRIES_AT_ONCE;
    const last = rows.at(-1)?.place ?? place;
    // While the list is being replaced, two rows may have the same place: they are read together, next time.
    const whole = isEnd ? rows : rows.filter((row) => row.place !== last);
    for (const { id, name, email, role } of whole)
      entries.push({ id, role, text: fold(`${name}\n${email}`) });
    if (isEnd) return entries;
    after = whole.at(-1)?.place ?? last;
  }
}
