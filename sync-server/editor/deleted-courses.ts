import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';
import { hasNotices, notifyNext } from '../trash/notice-queries.ts';
import { beginDuePurges } from '../trash/trash-queries.ts';
import { Drain } from '../turns/drain.ts';
import { findDeletedCourse, removePiece } from './queries/remove-deleted-queries.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The work that a deletion or a restoration of a course has left: notifying its learners, and removing its rows when its
 * time in the trash is over. Each piece has a transaction of its own.
 */
export class DeletedCourses extends Drain {
  constructor(parts: Parts) {
    super({
      doPiece: () => doPiece(parts),
      onError: (error) => parts.log.error({ error: String(error) }, 'a deleted course could not be removed'),
    });
  }
}

async function doPiece({ db, clock }: Parts): Promise<boolean> {
  const at = clock.now().toISOString();
  if (await hasNotices(db)) {
    await inTransaction(db, (trx) => notifyNext(trx, at));
    return true;
  }
  await beginDuePurges(db, at);
  const courseId = await findDeletedCourse(db);
  if (courseId === undefined) return false;
  await inTransaction(db, (trx) => removePiece(trx, courseId));
  return true;
}
