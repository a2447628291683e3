import { v7 as uuidv7 } from 'uuid';
import { listQuizParts } from '#sync-server/courses/quiz-queries.ts';
import { recordChanges, recordEdit } from '#sync-server/db/changes/changes-queries.ts';
import { touchCourse } from '#sync-server/db/changes/counters-queries.ts';
import type { Change } from '#sync-server/db/changes/noted-edits.ts';
import type { ChangeKind } from '#sync-server/db/tables.ts';
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
  await recordEdit(trx, { courseId, at }, [tombstone('resource', id, courseId)]);
}

export async function removeLesson(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const parts = await partsOfLessons(trx, [id], courseId);
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
  await recordEdit(trx, { courseId, at }, [tombstone('lesson', id, courseId), ...parts]);
}

export async function removeModule(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const tombstones = await tombstonesOf(trx, [id], courseId);
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
  const modules = await trx.selectFrom('modules').select('id').where('courseId', '=', courseId).execute();
  const tombstones = await tombstonesOf(
    trx,
    modules.map(({ id }) => id),
    courseId,
  );
  await touchCourse(trx, courseId);
  await recordChanges(trx, at, [tombstone('course', courseId, courseId), ...tombstones]);
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

/** Of modules, their lessons and what is in these. */
async function tombstonesOf(trx: Trx, moduleIds: readonly string[], courseId: string): Promise<Change[]> {
  if (moduleIds.length === 0) return [];
  const lessons = await trx.selectFrom('lessons').select('id').where('moduleId', 'in', moduleIds).execute();
  const lessonIds = lessons.map(({ id }) => id);
  return [
    ...moduleIds.map((id) => tombstone('module', id, courseId)),
    ...lessonIds.map((id) => tombstone('lesson', id, courseId)),
    ...(await partsOfLessons(trx, lessonIds, courseId)),
  ];
}

/** The resources and the quizzes of lessons. */
async function partsOfLessons(trx: Trx, lessonIds: readonly string[], courseId: string): Promise<Change[]> {
  if (lessonIds.length === 0) return [];
  const rows = await trx.selectFrom('resources').select('id').where('lessonId', 'in', lessonIds).execute();
  const quizParts = await listQuizParts(trx, lessonIds);
  return [
    ...rows.map(({ id }) => tombstone('resource', id, courseId)),
    ...quizParts.map(({ kind, id }) => tombstone(kind, id, courseId)),
  ];
}

const tombstone = (kind: ChangeKind, id: string, courseId: string): Change => ({
  kind,
  id,
  courseId,
  isDeleted: true,
});
