import type { Db } from '../db/open.ts';
import type { FileRow, TranscodeOutcome, TranscodeRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { replaceFilm } from './lesson-video-queries.ts';

/** Puts a film into the queue; belongs into the transaction that stores it. */
export async function enqueueTranscode(trx: Trx, fileId: string, createdAt: string): Promise<void> {
  await trx
    .insertInto('transcodes')
    .values({
      fileId,
      ...{ resultFileId: null, outcome: null, lastProblem: null, finishedAt: null },
      ...{ attempts: 0, nextAttemptAt: createdAt, createdAt },
    })
    .execute();
}

/**
 * The film that is due longest, taken until `leaseUntil`: nobody else takes it meanwhile, and should this
 * process die it becomes due again by then. Undefined when nothing is due.
 */
export async function claimDueTranscode(
  trx: Trx,
  now: string,
  leaseUntil: string,
): Promise<TranscodeRow | undefined> {
  for (;;) {
    const due = await trx
      .selectFrom('transcodes')
      .selectAll()
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .orderBy('fileId')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const attempts = due.attempts + 1;
    const result = await trx
      .updateTable('transcodes')
      .set({ attempts, nextAttemptAt: leaseUntil })
      .where('fileId', '=', due.fileId)
      .where('nextAttemptAt', '=', due.nextAttemptAt)
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) return { ...due, attempts, nextAttemptAt: leaseUntil };
  }
}

/** Says when an unfinished film is to be looked at again: the end of a lease, or of a delay. */
export async function postponeTranscode(
  trx: Trx,
  fileId: string,
  { nextAttemptAt, ...rest }: { nextAttemptAt: string; lastProblem?: string; attempts?: number },
): Promise<void> {
  await trx
    .updateTable('transcodes')
    .set({ nextAttemptAt, ...rest })
    .where('fileId', '=', fileId)
    .where('outcome', 'is', null)
    .execute();
}

interface Finish {
  readonly outcome: TranscodeOutcome;
  readonly finishedAt: string;
  readonly lastProblem?: string;
}

/** Ends the work on a film for good; the row stays on record. */
export async function finishTranscode(trx: Trx, fileId: string, finish: Finish): Promise<void> {
  await trx
    .updateTable('transcodes')
    .set({ ...finish, nextAttemptAt: null })
    .where('fileId', '=', fileId)
    .execute();
}

/**
 * Ends the work on a film with what was made of it, which its lessons show from now on. False, and nothing
 * of `film` is kept, when no lesson shows the original any more.
 */
export async function finishWithFilm(
  trx: Trx,
  fileId: string,
  { film, outcome, at }: { film: FileRow; outcome: TranscodeOutcome; at: string },
): Promise<boolean> {
  const lessonCount = await replaceFilm(trx, fileId, film, at);
  const isUsed = lessonCount > 0;
  await trx
    .updateTable('transcodes')
    .set({
      outcome: isUsed ? outcome : 'unused',
      resultFileId: isUsed ? film.id : null,
      ...{ nextAttemptAt: null, lastProblem: null, finishedAt: at },
    })
    .where('fileId', '=', fileId)
    .execute();
  return isUsed;
}

/** When the next film is due (ISO time); undefined when none waits. */
export async function findNextTranscodeAt(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('transcodes')
    .select('nextAttemptAt')
    .where('nextAttemptAt', 'is not', null)
    .orderBy('nextAttemptAt')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAttemptAt ?? undefined;
}
