import { FORMAT_VERSION } from '#schema/protocol.ts';
import { innerKindNames, studyKinds } from '#schema/sync/row-kinds.ts';
import { type PulledPage, sweptStudyKinds } from '../account/pulled-page.ts';
import type { Tables, Tx } from '../database/private-store.ts';
import type { OfflineCourseRow } from '../database/rows.ts';
import { isSameRow } from '../database/same-row.ts';
import { forgetCourseTags } from '../offline/course-tags.ts';
import { notingUpdates } from '../offline/course-updates.ts';
import { removeOfflineCourse } from '../offline/remove-offline-course.ts';
import { filterParts, findGone, partTables, putParts, removeParts } from './part-rows.ts';

/*
 * Writes the rows of a page. An admin's device has those of all courses. A learner's has those of downloaded courses, and
 * skips others: a course is downloaded whole, so none ever looks complete when only a part has arrived. For use inside the
 * transaction that writes the cursor.
 */

/** The writers of an admin's list of courses; learners never load them. */
export type AdminPull = Pick<
  typeof import('../admin/pull-admin.ts'),
  'adminPullTables' | 'putAdminCourses' | 'removeAdminCourses' | 'noteModules' | 'noteAdminPulled'
>;

interface Options {
  /** Null for learners. */
  readonly admin: AdminPull | null;
  /** In a full pull from the start, pulled rows replace stored ones whatever their version. */
  readonly isSweep: boolean;
}

/** The effect of a page on downloaded courses. */
export interface PulledEffect {
  /** Courses with added, changed or removed rows. */
  readonly changed: readonly string[];
  /** Courses that were removed from the device. */
  readonly removed: readonly string[];
}

/** The tables that a page is written to, besides those of admins. */
export function pageTables(tables: Tables) {
  const { courses, searchIndexes, progress, state } = tables;
  const study = sweptStudyKinds.map((kind) => tables[studyKinds[kind].table]);
  return [courses, searchIndexes, progress, state, ...study, ...partTables(tables)];
}

export async function applyPage(
  tx: Tx,
  { rows, gone }: PulledPage,
  { admin, isSweep }: Options,
): Promise<PulledEffect> {
  const copies = new Map((await tx.courses.toArray()).map((row) => [row.id, row]));
  const removed = [...new Set([...gone.course, ...gone.activation])].filter((id) => copies.has(id));
  const newlyShared = await putCourses(tx, rows.course, { copies, isSweep });
  for (const courseId of removed) copies.delete(courseId);
  const isDownloaded = ({ courseId }: { readonly courseId: string }) => copies.has(courseId);
  const here = admin === null ? filterParts(rows, isDownloaded) : rows;
  const deleted = admin === null ? { ...gone, course: removed } : gone;
  const lessonIds = [here, await findGone(tx, deleted)].flatMap(({ lesson, resource }) => [
    ...lesson.filter(isDownloaded).map(({ id }) => id),
    ...resource.filter(isDownloaded).flatMap(({ lessonId = [] }) => lessonId),
  ]);
  await admin?.putAdminCourses(tx, rows.course);
  const lost = await notingUpdates(tx, lessonIds, async () => {
    await putParts(tx, here, { isSweep });
    // Once more: a row that the page has moved out of a deleted one stays.
    const found = await findGone(tx, deleted);
    await admin?.removeAdminCourses(tx, { ...found, course: gone.course });
    await removeParts(tx, found);
    return found;
  });
  for (const courseId of removed) await removeOfflineCourse(tx, courseId);
  for (const kind of sweptStudyKinds) {
    const { table } = studyKinds[kind];
    await tx[table].bulkPut(rows[kind].map((row) => ({ ...row, v: FORMAT_VERSION })));
    await tx[table].bulkDelete([...gone[kind]]);
  }
  const courseIds = [here, lost].flatMap((parts) =>
    innerKindNames.flatMap((kind) => courseIdsOf(parts[kind])),
  );
  await admin?.noteModules(tx, [...rows.course.map(({ id }) => id), ...courseIds]);
  const changed = courseIds.filter((courseId) => copies.has(courseId));
  await forgetCourseTags(tx, [...rows.course.map(({ id }) => id), ...changed, ...removed]);
  return { changed: [...new Set([...changed, ...newlyShared])], removed };
}

const courseIdsOf = (rows: readonly { readonly courseId: string }[]) => rows.map(({ courseId }) => courseId);

interface Copies {
  readonly copies: ReadonlyMap<string, OfflineCourseRow>;
  readonly isSweep: boolean;
}

/** Returns the courses whose files may be shared from now on: the device needs the digests of their files. */
async function putCourses(tx: Tx, pulled: PulledPage['rows']['course'], { copies, isSweep }: Copies) {
  const newlyShared: string[] = [];
  for (const { codeStats: _, position: __, ...course } of pulled) {
    const old = copies.get(course.id);
    if (old === undefined || (!isSweep && old.version > course.version)) continue;
    const row = { ...old, ...course, v: FORMAT_VERSION };
    if (isSameRow(old, row)) continue;
    await tx.courses.put(row);
    if (row.sharesFiles === 1 && old.sharesFiles !== 1) newlyShared.push(row.id);
  }
  return newlyShared;
}
