import type { User } from '#schema/account/user.ts';
import type { Db } from '../db/open.ts';

/** Returns all users in the order in which they joined, with small pictures, in two queries. */
export async function listUsers(db: Db): Promise<User[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'avatarSmall as avatar'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const activations = await db
    .selectFrom('activations')
    .select(['userId', 'courseId'])
    .orderBy('activatedAt')
    .orderBy('courseId')
    .execute();
  const coursesOf = new Map<string, string[]>(users.map((user) => [user.id, []]));
  for (const { userId, courseId } of activations) coursesOf.get(userId)?.push(courseId);
  return users.map((user) => ({ ...user, activatedCourses: coursesOf.get(user.id) ?? [] }));
}
