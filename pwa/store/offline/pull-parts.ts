import type { CourseContent, LearnersParts } from '#schema/courses/course-content.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import {
  type PlainKind,
  parentColumn,
  plainKindNames,
  plainKinds,
  studyKinds,
} from '#schema/sync/row-kinds.ts';
import { type PulledPage, rowName, sweptStudyKinds } from '../account/pulled-page.ts';
import type { ReadTx, Tables, Tx } from '../database/private-store.ts';

/*
 * The parts of lessons that are not in the outline of a course, such as quizzes, and what the user did in them. Learners
 * and admins have the parts in the same tables: a learner those of downloaded courses, an admin all of them, with keys,
 * which the reply to a learner's download never replaces. For use inside a transaction over these tables, the courses and
 * the admins' courses.
 */

/** The tables of the parts. */
export const partTables = (tables: Tables) => plainKindNames.map((kind) => tables[plainKinds[kind].table]);

/** The tables of the user's own rows in them. */
export const studyTables = (tables: Tables) => sweptStudyKinds.map((kind) => tables[studyKinds[kind].table]);

/** Writes the rows of a pulled page and removes deleted ones. */
export async function putPulledParts(
  tx: Tx,
  { rows, gone }: PulledPage,
  { isAdmin }: { readonly isAdmin: boolean },
): Promise<void> {
  const copies = new Set(isAdmin ? [] : await tx.courses.toCollection().primaryKeys());
  const isHere = ({ courseId }: { readonly courseId: string }) => isAdmin || copies.has(courseId);
  for (const kind of plainKindNames) await putRows(tx, plainKinds[kind].table, rows[kind].filter(isHere));
  for (const kind of sweptStudyKinds) {
    const { table } = studyKinds[kind];
    await putRows(tx, table, rows[kind]);
    await tx[table].bulkDelete([...gone[kind]]);
  }
  for (const kind of plainKindNames) await removeRows(tx, kind, gone[kind]);
  for (const courseId of gone.course) await removePartsOf(tx, courseId);
}

/** Returns a course without the parts that have tables of their own. */
export function withoutParts(course: CourseContent): Omit<CourseContent, keyof LearnersParts> {
  const outline = { ...course };
  for (const kind of plainKindNames) delete outline[plainKinds[kind].table];
  return outline;
}

/** Replaces the parts of a course by those of its download; an admin's come by the pull. */
export async function replaceParts(tx: Tx, course: CourseContent): Promise<void> {
  if (await isAdmins(tx, course.id)) return;
  await removePartsOf(tx, course.id);
  for (const kind of plainKindNames) {
    const { table } = plainKinds[kind];
    await putRows(tx, table, course[table] ?? []);
  }
}

/** Removes the parts of a course that leaves the device; an admin keeps them. */
export async function removeOfflineParts(tx: Tx, courseId: string): Promise<void> {
  if (!(await isAdmins(tx, courseId))) await removePartsOf(tx, courseId);
}

/** At the end of a full pull from the start: what these courses had at its beginning and was not pulled is deleted. */
export async function sweepParts(
  tx: Tx,
  courseIds: readonly string[],
  seen: ReadonlySet<string>,
): Promise<void> {
  for (const kind of plainKindNames) {
    const table = tx[plainKinds[kind].table];
    const ids = await table.where('courseId').anyOf(courseIds).primaryKeys();
    await table.bulkDelete(ids.filter((id) => !seen.has(rowName(kind, id))));
  }
  for (const kind of sweptStudyKinds) {
    const table = tx[studyKinds[kind].table];
    const ids = await table.toCollection().primaryKeys();
    await table.bulkDelete(ids.filter((id) => !seen.has(rowName(kind, id))));
  }
}

const isAdmins = async (tx: ReadTx, courseId: string): Promise<boolean> =>
  (await tx.adminCourses.where('id').equals(courseId).count()) > 0;

async function putRows(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  await tx.table(table).bulkPut(rows.map((row) => ({ ...row, v: FORMAT_VERSION })));
}

/** Removes rows with what is in them. */
async function removeRows(tx: Tx, kind: PlainKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const inner of plainKindNames.filter((name) => plainKinds[name].parent === kind)) {
    const inside = tx[plainKinds[inner].table].where(parentColumn(inner)).anyOf(ids);
    await removeRows(tx, inner, await inside.primaryKeys());
  }
  await tx[plainKinds[kind].table].bulkDelete([...ids]);
}

async function removePartsOf(tx: Tx, courseId: string): Promise<void> {
  for (const kind of plainKindNames) await tx[plainKinds[kind].table].where({ courseId }).delete();
}
