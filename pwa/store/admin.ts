import * as v from 'valibot';
import type { AdminCourse } from '#schema/editor.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { Stats } from '#schema/stats.ts';
import type { SupportRequest } from '#schema/support.ts';
import type { User } from '#schema/user.ts';
import { read, write } from './access.ts';
import type { AdminCourseOutline, AdminCourseRow, AdminSubject, AdminUserRow } from './admin-rows.ts';
import type { PrivateStore } from './private-store.ts';

/*
 * What an admin last heard from the server. These rows are the server's words only: what the admin did
 * and has not sent is in the outbox and is laid over them by whoever shows them, so that a refusal or a
 * change of mind needs nothing undone here.
 */

/** Something fetched, and when the question was asked and answered (ISO instants). */
export interface Fetched<T> {
  readonly value: T;
  readonly askedAt: string;
  readonly fetchedAt: string;
}

export function listAdminCourses(store: PrivateStore): Promise<AdminCourseOutline[]> {
  return read(store, () => store.adminCourses.orderBy('place').toArray());
}

export function listAdminUsers(store: PrivateStore): Promise<User[]> {
  return read(store, () => store.adminUsers.orderBy('place').toArray());
}

/** Newest first. */
export function listAdminRequests(store: PrivateStore): Promise<SupportRequest[]> {
  return read(store, () => store.adminRequests.orderBy('place').toArray());
}

export function findAdminStats(store: PrivateStore): Promise<Stats | null> {
  return read(store, async () => {
    const stats = v.safeParse(Stats, (await store.state.get(STATS))?.value);
    return stats.success ? stats.output : null;
  });
}

/** When a subject was last fetched; null on a device that never had it. */
export function findFetchedAt(store: PrivateStore, subject: AdminSubject): Promise<string | null> {
  return read(store, async () => {
    const value = (await store.state.get(fetchedKey(subject)))?.value;
    return typeof value === 'string' ? value : null;
  });
}

/**
 * Replaces the list of courses. What was acknowledged after the question was asked is newer than the
 * answer: such courses stay as they are here, and deleted ones stay away.
 */
export function putAdminCourses(
  store: PrivateStore,
  fetched: Fetched<readonly AdminCourse[]>,
): Promise<void> {
  const { adminCourses, outbox, state } = store;
  return write(store, [adminCourses, outbox, state], async () => {
    const touched = await listTouched(store, fetched.askedAt);
    const kept = (await adminCourses.bulkGet([...touched])).filter((row) => row !== undefined);
    const keptById = new Map(kept.map((row) => [row.id, row]));
    const rows = fetched.value
      .filter((course) => !touched.has(course.id) || keptById.has(course.id))
      .map((course, place) => keptById.get(course.id) ?? courseRow(course, place));
    await adminCourses.clear();
    await adminCourses.bulkPut(rows);
    await state.put({ key: fetchedKey('courses'), value: fetched.fetchedAt });
  });
}

/** As {@link putAdminCourses}, for people and their roles. */
export function putAdminUsers(store: PrivateStore, fetched: Fetched<readonly User[]>): Promise<void> {
  const { adminUsers, outbox, state } = store;
  return write(store, [adminUsers, outbox, state], async () => {
    const touched = await listTouched(store, fetched.askedAt);
    const kept = (await adminUsers.bulkGet([...touched])).filter((row) => row !== undefined);
    const roles = new Map(kept.map((row) => [row.id, row.role]));
    const rows = fetched.value.map((user, place): AdminUserRow => {
      return { ...user, role: roles.get(user.id) ?? user.role, place, v: FORMAT_VERSION };
    });
    await adminUsers.clear();
    await adminUsers.bulkPut(rows);
    await state.put({ key: fetchedKey('users'), value: fetched.fetchedAt });
  });
}

export function putAdminRequests(
  store: PrivateStore,
  { value, fetchedAt }: Fetched<readonly SupportRequest[]>,
): Promise<void> {
  const { adminRequests, state } = store;
  return write(store, [adminRequests, state], async () => {
    await adminRequests.clear();
    await adminRequests.bulkPut(value.map((request, place) => ({ ...request, place, v: FORMAT_VERSION })));
    await state.put({ key: fetchedKey('requests'), value: fetchedAt });
  });
}

export function putAdminStats(store: PrivateStore, { value, fetchedAt }: Fetched<Stats>): Promise<void> {
  return write(store, [store.state], async () => {
    await store.state.bulkPut([
      { key: STATS, value },
      { key: fetchedKey('stats'), value: fetchedAt },
    ]);
  });
}

/** Takes away everything that only admins may see; for a person who is none any more. */
export function wipeAdmin(store: PrivateStore): Promise<void> {
  const { adminCourses, adminUsers, adminRequests, state } = store;
  return write(store, [adminCourses, adminUsers, adminRequests, state], async () => {
    await adminCourses.clear();
    await adminUsers.clear();
    await adminRequests.clear();
    await state.bulkDelete([STATS, ...subjects.map(fetchedKey)]);
  });
}

/** Whether anything lies here that only admins may see. */
export function hasAdminRows(store: PrivateStore): Promise<boolean> {
  return read(store, async () => {
    const rows = await store.state.bulkGet(subjects.map(fetchedKey));
    return rows.some((row) => row !== undefined);
  });
}

const STATS = 'adminStats';
const subjects: readonly AdminSubject[] = ['courses', 'users', 'stats', 'requests'];

function fetchedKey(subject: AdminSubject): string {
  return `adminFetchedAt/${subject}`;
}

function courseRow({ activationCodes: _, ...course }: AdminCourse, place: number): AdminCourseRow {
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map(({ content: __, resources: ___, ...lesson }) => lesson),
  }));
  return { ...course, modules, place, v: FORMAT_VERSION };
}

/** Ids of the courses and people whose edits were acknowledged since; inside a transaction over the outbox. */
async function listTouched(store: PrivateStore, since: string): Promise<Set<string>> {
  const acknowledged = store.outbox.where({ state: 'acknowledged' });
  const rows = await acknowledged.filter((row) => (row.acknowledgedAt ?? '') >= since).toArray();
  return new Set(
    rows.flatMap(({ command }) => {
      if (command.kind === 'course.setStatus' || command.kind === 'course.delete')
        return [command.args.courseId];
      return command.kind === 'user.setRole' ? [command.args.userId] : [];
    }),
  );
}
