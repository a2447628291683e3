import type { User } from '#schema/account/user.ts';
import { liveActivations } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';

/** The order in which users joined. */
interface Joined {
  readonly createdAt: string;
  readonly id: string;
}

export interface UserPage {
  /** Null: from the first. */
  readonly after: Joined | null;
  readonly limit: number;
}

/** A user of a list, without a picture. */
type Listed = Omit<User, 'avatar'> & Joined;

/** The next users in the order in which they joined, with small pictures as data URLs. */
export async function listUsers(
  db: Db,
  page: UserPage,
): Promise<(Listed & { readonly avatar: string | null })[]> {
  return withCourses(db, await usersOf(db, page).select('avatarSmall as avatar').execute());
}

/** As {@link listUsers}, with the fact that there is a picture instead of the picture. */
export async function listUsersWithoutPictures(
  db: Db,
  page: UserPage,
): Promise<(Listed & { readonly hasAvatar: boolean })[]> {
  const users = usersOf(db, page).select((eb) => eb('avatarSmall', 'is not', null).as('hasAvatar'));
  const rows = await withCourses(db, await users.execute());
  return rows.map((row) => ({ ...row, hasAvatar: Boolean(row.hasAvatar) }));
}

function usersOf(db: Db, { after, limit }: UserPage) {
  const users = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit);
  if (after === null) return users;
  return users.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('createdAt', 'id'), '>', tuple(after.createdAt, after.id)),
  );
}

async function withCourses<U extends { readonly id: string }>(db: Db, users: readonly U[]) {
  const coursesOf = new Map<string, string[]>(users.map((user) => [user.id, []]));
  const activations = await db
    .selectFrom(liveActivations)
    .select(['userId', 'courseId'])
    .where('userId', 'in', [...coursesOf.keys()])
    .orderBy('activatedAt')
    .orderBy('courseId')
    .execute();
  for (const { userId, courseId } of activations) coursesOf.get(userId)?.push(courseId);
  return users.map((user) => ({ ...user, activatedCourses: coursesOf.get(user.id) ?? [] }));
}

/** The small picture of a user as a data URL, or null. */
export async function findSmallAvatar(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('avatarSmall').where('id', '=', userId).executeTakeFirst();
  return row?.avatarSmall ?? null;
}
