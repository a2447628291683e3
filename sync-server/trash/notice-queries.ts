import { recordReturn } from '../activation/access-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Change } from '../db/changes/noted-edits.ts';
import { ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Db } from '../db/open.ts';
import type { LearnerNoticeRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

/*
 * The devices of learners hear of a deleted or restored course by changes of their own, which are written in pieces: a
 * course may have ten thousand learners. A later notice of the same course replaces an unfinished one.
 */

interface Notice {
  readonly courseId: string;
  /** Whether the learners have lost the course; otherwise it was restored. */
  readonly isLost: boolean;
  /** ISO time. */
  readonly at: string;
}

/** Begins to notify the learners of a course: the first piece, which is all of a small course, at once. */
export async function notifyLearners(trx: Trx, { courseId, isLost, at }: Notice): Promise<void> {
  const row = { isLost: isLost ? 1 : 0, notifiedTo: '' } as const;
  await trx
    .insertInto('learnerNotices')
    .values({ courseId, ...row })
    .onConflict((conflict) => conflict.column('courseId').doUpdateSet(row))
    .execute();
  await notifyPiece(trx, { courseId, ...row }, at);
}

export async function hasNotices(db: Db): Promise<boolean> {
  return (await db.selectFrom('learnerNotices').select('courseId').executeTakeFirst()) !== undefined;
}

/** Continues a notice that is not finished. */
export async function notifyNext(trx: Trx, at: string): Promise<void> {
  const notice = await trx.selectFrom('learnerNotices').selectAll().executeTakeFirst();
  if (notice !== undefined) await notifyPiece(trx, notice, at);
}

async function notifyPiece(trx: Trx, notice: LearnerNoticeRow, at: string): Promise<void> {
  const { courseId, isLost } = notice;
  const learners = await listLearners(trx, notice);
  const last = isLost
    ? await recordLoss(trx, courseId, { learners, at })
    : await recordReturns(trx, courseId, { learners, at });
  const isDone = learners.length < ROWS_PER_PIECE && last === learners.at(-1);
  if (isDone || last === undefined) {
    await trx.deleteFrom('learnerNotices').where('courseId', '=', courseId).execute();
    return;
  }
  await trx
    .updateTable('learnerNotices')
    .set({ notifiedTo: last })
    .where('courseId', '=', courseId)
    .execute();
}

/** Without those whose access an admin removed: they had nothing to lose. */
async function listLearners(trx: Trx, { courseId, notifiedTo }: LearnerNoticeRow): Promise<string[]> {
  const rows = await trx
    .selectFrom('activations')
    .select('userId')
    .where('courseId', '=', courseId)
    .where('userId', '>', notifiedTo)
    .where('revokedAt', 'is', null)
    .orderBy('userId')
    .limit(ROWS_PER_PIECE)
    .execute();
  return rows.map(({ userId }) => userId);
}

interface Piece {
  readonly learners: readonly string[];
  readonly at: string;
}

async function recordLoss(trx: Trx, courseId: string, { learners, at }: Piece): Promise<string | undefined> {
  const lost = { kind: 'activation', id: courseId, courseId, isDeleted: true } as const;
  const ofUsers = learners.map((userId): Change => ({ kind: 'user', id: userId, userId }));
  await recordChanges(
    trx,
    at,
    learners.map((userId): Change => ({ ...lost, userId })),
  );
  await recordChanges(trx, at, ofUsers);
  return learners.at(-1);
}

/** Returns the last learner who was notified: progress is a change for each lesson, so a piece may end early. */
async function recordReturns(
  trx: Trx,
  courseId: string,
  { learners, at }: Piece,
): Promise<string | undefined> {
  let changes = 0;
  for (const userId of learners) {
    changes += await recordReturn(trx, { userId, courseId, at });
    if (changes >= ROWS_PER_PIECE) return userId;
  }
  return learners.at(-1);
}
