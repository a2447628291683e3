import type { FileRow, TranscodeOutcome } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import { replaceVideoFile } from '../files/lesson-video-queries.ts';

/** Queues a video; must run in the transaction that stores it. */
export async function enqueueTranscode(trx: Trx, fileId: string, at: string): Promise<void> {
  await trx
    .insertInto('transcodes')
    .values({
      fileId,
      ...{ resultFileId: null, outcome: null, lastProblem: null, attempts: 0, nextAttemptAt: at },
    })
    .execute();
}

interface Finish {
  readonly outcome: TranscodeOutcome;
  readonly lastProblem?: string;
}

/** Finishes the job of a video permanently; the row is retained. */
export async function finishTranscode(trx: Trx, fileId: string, finish: Finish): Promise<void> {
  await trx
    .updateTable('transcodes')
    .set({ ...finish, nextAttemptAt: null })
    .where('fileId', '=', fileId)
    .execute();
}

/**
 * Finishes the job of a video with its replacement, which its lessons show from now on. Returns false, and
 * stores nothing of `video`, when no lesson shows the original any more.
 */
export async function finishWithVideo(
  trx: Trx,
  fileId: string,
  { video, outcome, at }: { video: FileRow; outcome: TranscodeOutcome; at: string },
): Promise<boolean> {
  const lessonCount = await replaceVideoFile(trx, fileId, video, at);
  const isUsed = lessonCount > 0;
  await trx
    .updateTable('transcodes')
    .set({
      outcome: isUsed ? outcome : 'unused',
      resultFileId: isUsed ? video.id : null,
      ...{ nextAttemptAt: null, lastProblem: null },
    })
    .where('fileId', '=', fileId)
    .execute();
  return isUsed;
}
