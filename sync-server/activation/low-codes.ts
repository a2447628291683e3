import type { Config } from '../config.ts';
import { findCourseTitle } from '../courses/course-queries.ts';
import type { CodeAlertRow } from '../db/code-tables.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Database, Db } from '../db/open.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import { enqueueToAdmins } from '../users/mail-to-admins.ts';
import { listUnusedCodes } from './code-queries.ts';
import { lowCodesMail } from './low-codes-mail.ts';

interface Checked {
  readonly courseId: string;
  /** ISO time. */
  readonly at: string;
}

interface Lowered extends Checked {
  /** By how much they may have been lowered; any number unless given. */
  readonly by?: number;
}

interface Parts {
  readonly mails: MailSender;
  readonly config: Pick<Config, 'publicUrl'>;
}

/**
 * Sends the admins one mail when the unused codes of a course fall below its threshold; the next one follows after they
 * were at it again. For use in the transaction of what may have lowered them. Call `mails.scheduleDrain` after its commit.
 */
export async function noteFewerCodes(
  trx: Trx,
  parts: Parts,
  { courseId, at, by = Number.POSITIVE_INFINITY }: Lowered,
): Promise<void> {
  const { threshold, isLow } = await findAlert(trx, courseId);
  if (isLow === true) return;
  const unused = await countUpTo(trx, { courseId, at }, threshold);
  if (unused >= threshold) return;
  await putAlert(trx, { courseId, isLow: 1 });
  // A course that has always had few does not cross the threshold.
  if (isLow === null && unused + by < threshold) return;
  const courseTitle = (await findCourseTitle(trx, courseId)) ?? '';
  const { publicUrl } = parts.config;
  const content = lowCodesMail({ courseId, courseTitle, unused, publicUrl });
  await enqueueToAdmins(trx, parts.mails, { kind: 'lowCodes', content, createdAt: at });
}

/** For use in the transaction of what may have raised them: the next fall is a crossing again. */
export async function noteMoreCodes(trx: Trx, { courseId, at }: Checked): Promise<void> {
  const { threshold, isLow } = await findAlert(trx, courseId);
  if (isLow === true && (await countUpTo(trx, { courseId, at }, threshold)) >= threshold)
    await putAlert(trx, { courseId, isLow: 0 });
}

/** Batches expire without a request: checks the courses of those that have. */
export async function noteExpiredCodes(deps: Parts & { readonly db: Database }, now: Date): Promise<void> {
  const at = now.toISOString();
  const courses = await deps.db
    .selectFrom('codeBatches')
    .innerJoin(liveCourses, 'courses.id', 'codeBatches.courseId')
    .select('courseId')
    .distinct()
    .where('expiresAt', '<=', at)
    .execute();
  for (const { courseId } of courses)
    await inTransaction(deps.db, (trx) => noteFewerCodes(trx, deps, { courseId, at }));
  if (courses.length > 0) deps.mails.scheduleDrain();
}

/** Whether the codes of a course without a row were low is not known. */
async function findAlert(db: Db, courseId: string) {
  const course = await db
    .selectFrom(liveCourses)
    .select('lowCodesBelow')
    .where('id', '=', courseId)
    .executeTakeFirst();
  const row = await db
    .selectFrom('codeAlerts')
    .select('isLow')
    .where('courseId', '=', courseId)
    .executeTakeFirst();
  return {
    threshold: Number(course?.lowCodesBelow ?? 0),
    isLow: row === undefined ? null : Number(row.isLow) === 1,
  };
}

/** The number of unused codes, counted no further than `max`: a course may have 200,000. */
const countUpTo = async (db: Db, course: Checked, max: number): Promise<number> =>
  (await listUnusedCodes(db, course, max)).length;

async function putAlert(trx: Trx, { courseId, isLow }: CodeAlertRow): Promise<void> {
  await trx
    .insertInto('codeAlerts')
    .values({ courseId, isLow })
    .onConflict((conflict) => conflict.column('courseId').doUpdateSet({ isLow }))
    .execute();
}
