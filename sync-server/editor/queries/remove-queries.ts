import { type Change, recordChanges } from '#sync-server/db/changes-queries.ts';
import { touchCourse } from '#sync-server/db/counters-queries.ts';
import { countDeleted, inPieces, ROWS_PER_PIECE } from '#sync-server/db/in-pieces.ts';
import type { ChangeKind } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { recordEdit } from './edited-queries.ts';
import { removePiece } from './remove-deleted-queries.ts';

/** A row to remove, its course, and when (ISO time). */
interface Removal {
  readonly id: string;
  readonly courseId: string;
  readonly at: string;
}

/**
 * Removing a row removes its content too (the database cascades) and leaves a tombstone for each row that a
 * device may hold. Progress leaves none: a device that drops a lesson drops its progress as well.
 */
export async function removeResource(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  await trx.deleteFrom('resources').where('id', '=', id).execute();
  await recordEdit(trx, { courseId, at }, [tombstone('resource', id, courseId)]);
}

export async function removeLesson(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const resources = await listIds(trx, { lessonIds: [id] });
  await removeProgress(trx, [id]);
  await trx.deleteFrom('lessons').where('id', '=', id).execute();
  await recordEdit(trx, { courseId, at }, [
    tombstone('lesson', id, courseId),
    ...resources.map((resource) => tombstone('resource', resource, courseId)),
  ]);
}

export async function removeModule(trx: Trx, { id, courseId, at }: Removal): Promise<void> {
  const tombstones = await tombstonesOf(trx, [id], courseId);
  await removeProgress(trx, idsOf(tombstones, 'lesson'));
  await trx.deleteFrom('modules').where('id', '=', id).execute();
  await recordEdit(trx, { courseId, at }, tombstones);
}

/**
 * From now on no read sees the course (db/live-rows.ts). Its rows, and the access of its learners, are removed in
 * pieces; the first of them, which is all of a small course, belongs to the deletion.
 */
export async function removeCourse(trx: Trx, courseId: string, at: string): Promise<void> {
  const modules = await trx.selectFrom('modules').select('id').where('courseId', '=', courseId).execute();
  const tombstones = await tombstonesOf(
    trx,
    modules.map(({ id }) => id),
    courseId,
  );
  await touchCourse(trx, courseId);
  await trx.insertInto('deletedCourses').values({ courseId, deletedAt: at }).execute();
  await recordChanges(trx, at, [tombstone('course', courseId, courseId), ...tombstones]);
  await removePiece(trx, courseId, at);
}

/** Of modules, their lessons and the resources of these. */
async function tombstonesOf(trx: Trx, moduleIds: readonly string[], courseId: string): Promise<Change[]> {
  if (moduleIds.length === 0) return [];
  const lessons = await trx.selectFrom('lessons').select('id').where('moduleId', 'in', moduleIds).execute();
  const resources = await listIds(trx, { lessonIds: lessons.map(({ id }) => id) });
  return [
    ...moduleIds.map((id) => tombstone('module', id, courseId)),
    ...lessons.map(({ id }) => tombstone('lesson', id, courseId)),
    ...resources.map((id) => tombstone('resource', id, courseId)),
  ];
}

async function listIds(trx: Trx, { lessonIds }: { lessonIds: readonly string[] }): Promise<string[]> {
  if (lessonIds.length === 0) return [];
  const rows = await trx.selectFrom('resources').select('id').where('lessonId', 'in', lessonIds).execute();
  return rows.map(({ id }) => id);
}

/** Removes the progress in lessons, and its changes: nothing may refer to it any more. */
async function removeProgress(trx: Trx, lessonIds: readonly string[]): Promise<void> {
  if (lessonIds.length === 0) return;
  const rows = trx
    .selectFrom('progress')
    .select(['userId', 'lessonId'])
    .where('lessonId', 'in', lessonIds)
    .limit(ROWS_PER_PIECE);
  await inPieces(() =>
    countDeleted(
      trx
        .deleteFrom('progress')
        .where(({ eb, refTuple }) =>
          eb(refTuple('userId', 'lessonId'), 'in', rows.$asTuple('userId', 'lessonId')),
        ),
    ),
  );
  const changes = trx
    .selectFrom('changes')
    .select(['kind', 'id', 'userId'])
    .where('kind', '=', 'progress')
    .where('id', 'in', lessonIds)
    .limit(ROWS_PER_PIECE);
  await inPieces(() =>
    countDeleted(
      trx
        .deleteFrom('changes')
        .where(({ eb, refTuple }) =>
          eb(refTuple('kind', 'id', 'userId'), 'in', changes.$asTuple('kind', 'id', 'userId')),
        ),
    ),
  );
}

const tombstone = (kind: ChangeKind, id: string, courseId: string): Change => ({
  kind,
  id,
  courseId,
  isDeleted: true,
});

const idsOf = (changes: readonly Change[], kind: ChangeKind): string[] =>
  changes.filter((change) => change.kind === kind).map(({ id }) => id);
