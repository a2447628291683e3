import type { AdminCourse } from '#schema/editor/editor.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { PulledCourse } from '#schema/sync/pulled-rows.ts';
import { emptyPage } from '../account/pulled-page.ts';
import { write } from '../database/access.ts';
import type { PrivateStore, Tx } from '../database/private-store.ts';
import { rowsOfCourse } from '../server-rows/course-rows.ts';
import { assembleOutlines, readOutlineRows } from '../server-rows/outlines.ts';
import { partTables, putParts } from '../server-rows/part-rows.ts';
import { findFetchedAt, noteFetched } from './admin.ts';
import { storeFirstCodes } from './admin-courses.ts';
import { type Deleted, saveDeletedSnapshots } from './deleted-snapshots.ts';

/*
 * Writes a page of the pull to the admins' list of courses, which learners do not have. For use inside the transaction that
 * writes the cursor.
 */

export async function putAdminCourses(tx: Tx, pulled: readonly PulledCourse[]): Promise<void> {
  const old = await tx.adminCourses.bulkGet(pulled.map(({ id }) => id));
  const rows = pulled.map((course, at) => {
    const codeStats = course.codeStats ?? old[at]?.codeStats ?? { total: 0, unused: 0, used: 0 };
    return { modules: [], ...old[at], ...course, codeStats, v: FORMAT_VERSION };
  });
  await tx.adminCourses.bulkPut(rows);
}

/** Removes courses from the list, and saves what unsent edits need of all deleted rows, which are removed afterwards. */
export async function removeAdminCourses(tx: Tx, deleted: Deleted): Promise<void> {
  await saveDeletedSnapshots(tx, deleted);
  await tx.adminCourses.bulkDelete([...deleted.course]);
  await tx.adminCodes.bulkDelete([...deleted.course]);
}

/** Notes what lists show of the rows in these courses, once they are written. */
export async function noteModules(tx: Tx, courseIds: readonly string[]): Promise<void> {
  for (const row of await tx.adminCourses.bulkGet([...new Set(courseIds)])) {
    if (row === undefined) continue;
    const [course] = assembleOutlines([row], await readOutlineRows(tx, [row.id]));
    const modules = course?.modules.map(({ title, lessons: { length } }) => ({ title, lessons: { length } }));
    if (JSON.stringify(row.modules) !== JSON.stringify(modules))
      await tx.adminCourses.update(row.id, { modules });
  }
}

/**
 * Writes a course whole that an admin opens before the first pull has reached it; nothing afterwards. Its rows come once
 * more with that pull.
 */
export function putWholeCourse(store: PrivateStore, course: AdminCourse): Promise<void> {
  const tables = [...adminPullTables(store), ...partTables(store), store.state];
  const { activationCodes, modules, ...own } = course;
  return write(store, tables, async (tx) => {
    if ((await findFetchedAt(tx, 'courses')) !== null) return;
    await putAdminCourses(tx, [{ ...own, position: '' }]);
    await putParts(tx, { ...emptyPage.rows, ...rowsOfCourse(own.id, modules) }, { isSweep: true });
    await noteModules(tx, [own.id]);
    await storeFirstCodes(tx, own.id, activationCodes);
  });
}

/**
 * Stores that everything was pulled: the list is current as of now. For use inside a transaction over the
 * state.
 */
export async function noteAdminPulled(tx: Tx): Promise<void> {
  await noteFetched(tx, 'courses', new Date().toISOString());
}

/** The tables that a page is written to for admins only. */
export function adminPullTables(store: PrivateStore) {
  const { adminCourses, adminCodes, deletedSnapshots, outbox, drafts } = store;
  return [adminCourses, adminCodes, deletedSnapshots, outbox, drafts];
}
