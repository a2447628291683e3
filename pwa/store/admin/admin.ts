import * as v from 'valibot';
import type { SupportRequest } from '#schema/account/support.ts';
import type { CourseNumbers } from '#schema/editor/course-numbers.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { Stats } from '#schema/stats.ts';
import { read, write } from '../database/access.ts';
import type { AdminCourseOutline, AdminCourseRow, AdminSubject } from '../database/admin-rows.ts';
import type { Fetched } from '../database/fetched.ts';
import type { PrivateStore, Reader, Tables, Tx } from '../database/private-store.ts';
import { partTables } from '../offline/pull-parts.ts';
import { adminCourseTables } from './admin-courses.ts';
import { removeHistory } from './history.ts';
import { hasReports, removeReports } from './report-rows.ts';
import { TRASH_KEY } from './trash-key.ts';

/*
 * Admin data as last received from the server. Unsent commands of the admin are in the outbox, and screens
 * apply them on top, so a refusal or an undo has nothing to revert here.
 */

/** In the server's order: by their keys if a pull has returned them, the others last. */
export function listAdminCourses(store: Reader): Promise<AdminCourseOutline[]> {
  return read(store, async () => (await store.adminCourses.toArray()).sort(byPlace));
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
  return write(store, [...adminTables(store), store.state], async (tx) => {
    for (const { name } of adminTables(tx)) await tx.table(name).clear();
    await tx.state.bulkDelete([STATS, TRASH_KEY, ...subjects.map(fetchedKey)]);
    await removeHistory(tx);
    await removeReports(tx);
  });
}

function adminTables(tables: Tables) {
  const { adminOrphans, adminUsers, adminRequests, adminCodeBatches, adminBatchCodes } = tables;
  return [
    ...adminCourseTables(tables),
    ...[adminOrphans, adminUsers, adminRequests, adminCodeBatches, adminBatchCodes],
    // With the keys of tests. Those of the user's own courses return by the pull from the start that follows.
    ...partTables(tables),
  ];
}

/** Whether there is any admin data on this device. */
export function hasAdminRows(store: PrivateStore): Promise<boolean> {
  return read(store, async () => {
    const rows = await store.state.bulkGet(subjects.map(fetchedKey));
    if (rows.some((row) => row !== undefined) || (await hasReports(store))) return true;
    // An interrupted pull or list has left rows without an age.
    const { adminCourses, adminOrphans, adminUsers, adminCodeBatches } = store;
    for (const table of [adminCourses, adminOrphans, adminUsers, adminCodeBatches])
      if ((await table.count()) > 0) return true;
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

function byPlace(a: AdminCourseRow, b: AdminCourseRow): number {
  if (a.position === undefined || b.position === undefined) {
    if (a.position === b.position) return a.place - b.place;
    return a.position === undefined ? 1 : -1;
  }
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
