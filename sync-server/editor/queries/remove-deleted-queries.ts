import { studyKindNames } from '#schema/sync/row-kinds.ts';
import { addToCounts, dayOf, removeCourseCount } from '#sync-server/courses/count-queries.ts';
import { countDeleted, ROWS_PER_PIECE } from '#sync-server/db/in-pieces.ts';
import type { Db } from '#sync-server/db/open.ts';
import { removeStudyRows } from '#sync-server/db/parts/study-queries.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

/** A lesson may have a megabyte of text, whose pages are freed one by one. */
const LESSONS_PER_PIECE = 10;

/** A course that is to be removed, and whose learners are notified; undefined when every one is removed. */
export async function findDeletedCourse(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('deletedCourses')
    .select('courseId')
    .where('purgeAt', 'is', null)
    .where('courseId', 'not in', (eb) => eb.selectFrom('learnerNotices').select('learnerNotices.courseId'))
    .orderBy('deletedAt')
    .orderBy('courseId')
    .executeTakeFirst();
  return row?.courseId;
}

/**
 * Removes at most {@link ROWS_PER_PIECE} rows of a deleted course, first those of its learners, and the course itself
 * when nothing else is left. Returns whether it is removed.
 */
export async function removePiece(trx: Trx, courseId: string): Promise<boolean> {
  let left = ROWS_PER_PIECE;
  for (const remove of [
    removeActivations,
    ...studyKindNames.map((kind) => (trx: Trx, piece: Piece) => removeStudyRows(trx, kind, piece)),
    removeRedemptions,
    removeCodes,
    removeLessons,
  ]) {
    if (left > 0) left -= await remove(trx, { courseId, limit: left });
  }
  if (left <= 0) return false;
  // No lesson is left, but a full piece of them may have been removed.
  if ((await lessonsOf(trx, courseId).limit(1).execute()).length > 0) return false;
  await removeCourseCount(trx, courseId);
  await trx.deleteFrom('courses').where('id', '=', courseId).execute();
  return true;
}

interface Piece {
  readonly courseId: string;
  readonly limit: number;
}

/** Returns how many it removed. Their learners were notified when the course was deleted. */
async function removeActivations(trx: Trx, { courseId, limit }: Piece): Promise<number> {
  const rows = await trx
    .selectFrom('activations')
    .select(['userId', 'activatedAt', 'revokedAt'])
    .where('courseId', '=', courseId)
    .limit(limit)
    .execute();
  const learners = rows.map(({ userId }) => userId);
  if (learners.length === 0) return 0;
  await trx
    .deleteFrom('activations')
    .where('courseId', '=', courseId)
    .where('userId', 'in', learners)
    .execute();
  const counted = rows.filter(({ revokedAt }) => revokedAt === null);
  for (const [activatedAt, count] of countByDay(counted))
    await addToCounts(trx, { courseId, activatedAt }, -count);
  return learners.length;
}

function countByDay(rows: readonly { readonly activatedAt: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { activatedAt } of rows) {
    const day = dayOf(activatedAt);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

const lessonsOf = (trx: Trx, courseId: string) =>
  trx
    .selectFrom('lessons')
    .innerJoin('modules', 'modules.id', 'lessons.moduleId')
    .select('lessons.id')
    .where('modules.courseId', '=', courseId);

function removeRedemptions(trx: Trx, { courseId, limit }: Piece): Promise<number> {
  const some = trx.selectFrom('redemptions').select('id').where('courseId', '=', courseId).limit(limit);
  return countDeleted(trx.deleteFrom('redemptions').where('id', 'in', some));
}

function removeCodes(trx: Trx, { courseId, limit }: Piece): Promise<number> {
  const some = trx.selectFrom('activationCodes').select('id').where('courseId', '=', courseId).limit(limit);
  return countDeleted(trx.deleteFrom('activationCodes').where('id', 'in', some));
}

/** With their texts and resources, which the database deletes. */
async function removeLessons(trx: Trx, { courseId, limit }: Piece): Promise<number> {
  const some = await lessonsOf(trx, courseId).limit(Math.min(limit, LESSONS_PER_PIECE)).execute();
  const ids = some.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await releaseFiles(trx, courseId, ids);
  return countDeleted(trx.deleteFrom('lessons').where('id', 'in', ids));
}

/** Their files count as unused since the deletion. The sweep corrects it for those that another lesson shows. */
async function releaseFiles(trx: Trx, courseId: string, lessonIds: readonly string[]): Promise<void> {
  const { deletedAt } = await trx
    .selectFrom('deletedCourses')
    .select('deletedAt')
    .where('courseId', '=', courseId)
    .executeTakeFirstOrThrow();
  const videos = await trx.selectFrom('lessons').select('videoFileId').where('id', 'in', lessonIds).execute();
  const attached = await trx
    .selectFrom('resources')
    .select('fileId')
    .where('lessonId', 'in', lessonIds)
    .execute();
  for (const fileId of [...videos.map((row) => row.videoFileId), ...attached.map((row) => row.fileId)]) {
    if (fileId === null) continue;
    await trx
      .insertInto('unusedFiles')
      .values({ fileId, since: deletedAt })
      .onConflict((conflict) => conflict.column('fileId').doNothing())
      .execute();
  }
}
