import { v7 as uuidv7 } from 'uuid';
import type { PartKind } from '#schema/sync/row-kinds.ts';
import { recordChanges, recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { touchCourse } from '#sync-server/db/changes/counters-queries.ts';
import type { Change } from '#sync-server/db/changes/noted-edits.ts';
import { listInside } from '#sync-server/db/parts/part-queries.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { notifyLearners } from '#sync-server/trash/notice-queries.ts';
import { purgeTimeOf } from '#sync-server/trash/trash-queries.ts';
import { removePiece } from './remove-deleted-queries.ts';

/** A row to remove, its course, and when (ISO time). */
interface Removal {
  readonly id: string;
  readonly courseId: string;
  readonly at: string;
}

/**
 * Removing a row removes its content too and leaves a tombstone for each row that a device may hold. Progress
 * leaves none: a device that drops a lesson drops its progress as well. A module or a lesson is removed as a
 * course is: it becomes all that is in a copy of its course, which is deleted.
 */
export async function removeResource(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  await trx.deleteFrom('resources').where('id', '=', id).execute();
  await recordEdit(trx, { courseId, at }, [{ kind: 'resource', id, courseId, isDeleted: true }]);
}

export async function removeLesson(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const tombstones = await tombstonesOf(trx, 'lesson', { id, courseId });
  const apart = await copyCourse(trx, courseId);
  const module = await trx
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .selectAll('modules')
    .where('lessons.id', '=', id)
    .executeTakeFirstOrThrow();
  const moduleId = uuidv7();
  await trx
    .insertInto('modules')
    .values({ ...module, id: moduleId, courseId: apart })
    .execute();
  await trx.updateTable('lessons').set({ moduleId }).where('id', '=', id).execute();
  await hideCopy(trx, apart, at);
  await recordEdit(trx, { courseId, at }, tombstones);
}

export async function removeModule(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const tombstones = await tombstonesOf(trx, 'module', { id, courseId });
  const apart = await copyCourse(trx, courseId);
  await trx.updateTable('modules').set({ courseId: apart }).where('id', '=', id).execute();
  await hideCopy(trx, apart, at);
  await recordEdit(trx, { courseId, at }, tombstones);
}

/** Moves the course to the trash: no read sees it (db/live-rows.ts), and its rows stay until they are purged. */
export async function trashCourse(
  trx: Trx,
  { courseId, deletedBy, at }: Omit<Removal, 'id'> & { readonly deletedBy: string },
): Promise<void> {
  const tombstones = await tombstonesOf(trx, 'course', { id: courseId, courseId });
  await touchCourse(trx, courseId);
  await recordChanges(trx, at, tombstones);
  await trx
    .insertInto('deletedCourses')
    .values({ courseId, deletedAt: at, purgeAt: purgeTimeOf(at), deletedBy })
    .execute();
  await notifyLearners(trx, { courseId, isLost: true, at });
}

/**
 * From now on no read sees the copy of a course. Its rows are removed in pieces; the first of them, which is all of a
 * small part, belongs to the deletion.
 */
async function hideCopy(trx: Trx, courseId: string, at: string): Promise<void> {
  await trx
    .insertInto('deletedCourses')
    .values({ courseId, deletedAt: at, purgeAt: null, deletedBy: null })
    .execute();
  await removePiece(trx, courseId);
}

/** Returns the id of a new course for a deleted part, which may have as much progress as a course. */
async function copyCourse(trx: Trx, courseId: string): Promise<string> {
  const course = await trx
    .selectFrom('courses')
    .selectAll()
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow();
  const id = uuidv7();
  await trx
    .insertInto('courses')
    .values({ ...course, id })
    .execute();
  return id;
}

/** Of a row and of all that is in it. */
async function tombstonesOf(
  trx: Trx,
  kind: PartKind,
  { id, courseId }: Omit<Removal, 'at'>,
): Promise<Change[]> {
  const parts = await listInside(trx, { kind, ids: [id] });
  return [{ kind, id }, ...parts].map((part) => ({ ...part, courseId, isDeleted: true }));
}
