import { recordChanges } from '../db/changes/changes-queries.ts';
import { outdateReports } from '../db/changes/counters-queries.ts';
import type { Trx } from '../db/transaction.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { findUser } from '../sessions/user-queries.ts';
import { findAttempt, findQuiz } from './attempt-queries.ts';
import { completeIfPassed } from './complete-lesson.ts';

/** Counts an attempt that was handed in over the limit of its test. Changes nothing for one that counts. */
export async function countAttempt(trx: Trx, call: CommandCall<undefined>) {
  const [userId, id] = [call.param('userId'), call.param('attemptId')];
  const attempt = await findAttempt(trx, { userId, id });
  const quiz = attempt && (await findQuiz(trx, attempt.quizId));
  if (attempt === undefined || quiz === undefined) throw new ApiError('attempt_unknown');
  if (attempt.isOverLimit === 0) return { success: true as const };
  const at = call.now.toISOString();
  const { courseId, lessonId } = quiz;
  await trx
    .updateTable('attempts')
    .set({ isOverLimit: 0 })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
  await outdateReports(trx);
  await recordChanges(trx, at, [{ kind: 'attempt', id, userId, courseId }]);
  const title = (await findUser(trx, userId))?.name ?? '';
  await insertRevision(trx, auditStampOf(call), {
    ...{ kind: 'update', entity: 'user', entityId: userId, courseId, title, version: null },
    ...{ before: {}, after: { attempt: 'counted', quiz: quiz.title } },
  });
  await completeIfPassed(trx, { userId, lessonId, courseId, at });
  return { success: true as const };
}
