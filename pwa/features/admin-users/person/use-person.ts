import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnfetched, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { findFetchedAt, listAdminCourses } from '#pwa/store/admin/admin.ts';
import { getAdminUsers } from '#pwa/store/admin/admin-users.ts';
import { findPerson } from '#pwa/store/admin/people.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Person } from '#schema/account/person.ts';
import type { User } from '#schema/account/user.ts';
import { readRoleChanges, type ShownUser, showUsers } from '../users-model.ts';
import { type ShownCourse, showCourses } from './person-model.ts';

/** A course that a person can be given. */
export interface GivableCourse {
  readonly id: string;
  readonly title: string;
  readonly isPublished: boolean;
}

/** A person as this device knows them. */
export interface StoredView {
  /** Name, email and role, with an unsent change of the role; null if the device does not know them. */
  readonly shown: ShownUser | null;
  /** Null if the device has not fetched them, or the account no longer exists. */
  readonly person: Person | null;
  readonly courses: readonly ShownCourse[];
  readonly givable: readonly GivableCourse[];
  readonly isGone: boolean;
  /** When they were fetched; null if this device never did. */
  readonly fetchedAt: string | null;
}

/** A person on this device, with unsent changes; null while they are read. */
export function usePerson(userId: string): StoredView | null {
  return usePrivateQuery((store) => readPerson(store, userId), [userId]) ?? null;
}

async function readPerson(store: PrivateStore, userId: string): Promise<StoredView> {
  const tables = [store.adminUsers, store.adminCourses, store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const [stored, [listed], usersFetchedAt, all] = await Promise.all([
      findPerson(tx, userId),
      getAdminUsers(tx, [userId]),
      findFetchedAt(tx, 'users'),
      listAdminCourses(tx),
    ]);
    const fetchedAt = stored?.fetchedAt ?? null;
    const commands = await listUnfetched(tx, fetchedAt, ['access.give', 'access.setRevoked']);
    const ofRole = await listUnfetched(tx, listed === undefined ? fetchedAt : usersFetchedAt, [
      'user.setRole',
    ]);
    const person = stored?.person ?? null;
    const courses = showCourses(userId, person?.courses ?? [], commands);
    const withAccess = new Set(
      courses.filter(({ hasAccess }) => hasAccess).map(({ course }) => course.courseId),
    );
    const isGone = stored !== null && person === null;
    return {
      shown: isGone ? null : showUser(person, listed, ofRole),
      ...{ person, courses, isGone, fetchedAt },
      givable: all
        .filter(({ id, isTemplate }) => isTemplate !== 1 && !withAccess.has(id))
        .map(({ id, title, status }) => ({ id, title, isPublished: status === 'published' })),
    };
  });
}

/** The list of users is fetched more often than a person. */
function showUser(
  person: Person | null,
  listed: User | undefined,
  commands: readonly OutboxRow[],
): ShownUser | null {
  const user = listed ?? (person && { ...person, activatedCourses: [] });
  return (user && showUsers([user], readRoleChanges(commands))[0]) ?? null;
}
