import * as v from 'valibot';
import type { SupportRequest } from '#schema/account/support.ts';
import { byPosition } from '#schema/courses/position.ts';
import type { CourseNumbers } from '#schema/editor/course-numbers.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { Stats } from '#schema/stats.ts';
import { read, readAtOnce, write } from '../database/access.ts';
import type { AdminCourseRow, AdminSubject } from '../database/admin-rows.ts';
import type { Fetched } from '../database/fetched.ts';
import type { PrivateStore, Reader, Tables, Tx } from '../database/private-store.ts';
import { partTables } from '../server-rows/part-rows.ts';
import { removeHistory } from './history.ts';
import { hasReports, removeReports } from './report-rows.ts';
import { TRASH_KEY } from './trash-key.ts';

/*
 * Admin data as last received from the server. Unsent commands of the admin are in the outbox, and screens
 * apply them on top, so a refusal or an undo has nothing to revert here.
 */

/** Returns the courses in the server's order, without what is in them. */
export function listAdminCourses(store: Reader): Promise<AdminCourseRow[]> {
  return read(store, async () => (await store.adminCourses.toArray()).sort(byPosition));
}

/** Newest first. */
export function listAdminRequests(store: Reader): Promise<SupportRequest[]> {
  return read(store, () => store.adminRequests.orderBy('place').toArray());
}

export function findAdminStats(store: PrivateStore): Promise<Stats | null> {
  return read(store, async () => {
    const stats = v.safeParse(Stats, (await store.state.get(STATS))?.value);
    return stats.success ? stats.output : null;
  });
}

/** Returns when a subject was last requested; null on a device that never had it. */
export function findFetchedAt(store: Reader, subject: AdminSubject): Promise<string | null> {
  return read(store, async () => {
    const value = (await store.state.get(fetchedKey(subject)))?.value;
    return typeof value === 'string' ? value : null;
  });
}

/** Stores the numbers of the courses that are here. */
export function putCourseNumbers(store: PrivateStore, value: readonly CourseNumbers[]): Promise<void> {
  return write(store, [store.adminCourses], async (tx) => {
    const rows = await tx.adminCourses.bulkGet(value.map(({ id }) => id));
    const changed = value.flatMap((numbers, at) => {
      const row = rows[at];
      if (row === undefined || hasNumbers(row, numbers)) return [];
      return [{ ...row, ...numbers }];
    });
    await tx.adminCourses.bulkPut(changed);
  });
}

function hasNumbers(row: AdminCourseRow, { enrollmentCount, codeStats }: CourseNumbers): boolean {
  const { total, unused, used } = row.codeStats;
  return (
    row.enrollmentCount === enrollmentCount &&
    total === codeStats.total &&
    unused === codeStats.unused &&
    used === codeStats.used
  );
}

export function putAdminRequests(
  store: PrivateStore,
  { value, requestedAt }: Fetched<readonly SupportRequest[]>,
): Promise<void> {
  return write(store, [store.adminRequests, store.state], async (tx) => {
    const { adminRequests } = tx;
    await adminRequests.clear();
    await adminRequests.bulkPut(value.map((request, place) => ({ ...request, place, v: FORMAT_VERSION })));
    await noteFetched(tx, 'requests', requestedAt);
  });
}

export function putAdminStats(store: PrivateStore, { value, fetchedAt }: Fetched<Stats>): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.bulkPut([
      { key: STATS, value },
      { key: fetchedKey('stats'), value: fetchedAt },
    ]);
  });
}

/**
 * Stores when the request for a subject was sent (ISO string): what was acknowledged later may be missing in the reply, and
 * is laid over it. For use inside a transaction over the state.
 */
export async function noteFetched(tx: Tx, subject: AdminSubject, at: string): Promise<void> {
  await tx.state.put({ key: fetchedKey(subject), value: at });
}

/**
 * Removes all admin data, for a user who is no longer an admin. Their own unsent work, files included, stays:
 * it is theirs, and they may become an admin again.
 */
export function wipeAdmin(store: PrivateStore): Promise<void> {
  const { courses, state } = store;
  const tables = [...adminTables(store), ...partTables(store), courses, state];
  return write(store, tables, async (tx) => {
    for (const { name } of adminTables(tx)) await tx.table(name).clear();
    const downloaded = await tx.courses.toCollection().primaryKeys();
    for (const { name } of partTables(tx)) await tx.table(name).where('courseId').noneOf(downloaded).delete();
    // With the keys of tests. Those of the user's own courses return by the pull from the start that follows.
    await tx.questions.clear();
    await tx.state.bulkDelete([STATS, TRASH_KEY, ...subjects.map(fetchedKey)]);
    await removeHistory(tx);
    await removeReports(tx);
  });
}

function adminTables(tables: Tables) {
  const { adminCourses, adminCodes, deletedSnapshots } = tables;
  const { adminUsers, adminRequests, adminCodeBatches, adminBatchCodes } = tables;
  return [
    ...[adminCourses, adminCodes, deletedSnapshots],
    ...[adminUsers, adminRequests, adminCodeBatches, adminBatchCodes],
  ];
}

/** Whether there is any admin data on this device. */
export function hasAdminRows(store: PrivateStore): Promise<boolean> {
  const tables = [...adminTables(store), ...partTables(store), store.courses, store.state];
  // As of one moment: the rows of a course that is downloaded meanwhile are no admin's.
  return readAtOnce(store, tables, async (tx) => {
    const rows = await tx.state.bulkGet(subjects.map(fetchedKey));
    if (rows.some((row) => row !== undefined) || (await hasReports(tx))) return true;
    // An interrupted pull or list has left rows without an age.
    const { adminCourses, adminUsers, adminCodeBatches } = tx;
    for (const table of [adminCourses, adminUsers, adminCodeBatches])
      if ((await table.count()) > 0) return true;
    const downloaded = await tx.courses.toCollection().primaryKeys();
    for (const table of partTables(tx))
      if ((await table.where('courseId').noneOf(downloaded).count()) > 0) return true;
    return false;
  });
}

const STATS = 'adminStats';
const subjects: readonly AdminSubject[] = [
  'codes',
  'courses',
  'users',
  'stats',
  'requests',
  'audit',
  'trash',
];

function fetchedKey(subject: AdminSubject): string {
  return `adminFetchedAt/${subject}`;
}
