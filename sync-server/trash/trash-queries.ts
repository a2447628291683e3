import type { TrashedCourse } from '#schema/editor/trash.ts';
import { TRASH_DAYS } from '#schema/limits.ts';
import { countLearners } from '../courses/count-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { touchCourse } from '../db/changes/counters-queries.ts';
import type { Change } from '../db/changes/noted-edits.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Database, Db } from '../db/open.ts';
import { listInside } from '../db/parts/part-queries.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { notifyLearners } from './notice-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** When a course that is deleted at `at` (ISO time) is removed for good. */
export const purgeTimeOf = (at: string): string =>
  new Date(Date.parse(at) + TRASH_DAYS * DAY_MS).toISOString();

/** The deleted courses that can be restored, the newest first. */
export async function listTrash(db: Db): Promise<TrashedCourse[]> {
  const rows = await selectTrash(db).orderBy('deletedAt', 'desc').orderBy('courses.id').execute();
  const trashed: TrashedCourse[] = [];
  for (const row of rows) trashed.push({ ...row, learners: await countLearners(db, row.courseId) });
  return trashed;
}

export type Trashed = Omit<TrashedCourse, 'learners'>;

export async function findTrashed(db: Db, courseId: string): Promise<Trashed | undefined> {
  return selectTrash(db).where('courses.id', '=', courseId).executeTakeFirst();
}

const selectTrash = (db: Db) =>
  db
    .selectFrom('deletedCourses')
    .innerJoin('courses', 'courses.id', 'deletedCourses.courseId')
    .leftJoin('users', 'users.id', 'deletedCourses.deletedBy')
    .select(['deletedCourses.courseId', 'courses.title', 'deletedCourses.deletedAt'])
    .select((eb) => [
      eb.ref('deletedCourses.purgeAt').$notNull().as('purgeAt'),
      eb.fn.coalesce('users.name', eb.val('')).as('deletedBy'),
    ])
    .where('deletedCourses.purgeAt', 'is not', null);

/** Whether a course exists that is not deleted. */
export async function isLive(trx: Trx, courseId: string): Promise<boolean> {
  const row = await trx.selectFrom(liveCourses).select('id').where('id', '=', courseId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a course out of the trash. Devices hold tombstones of the course and each of its parts, so each is a change; its
 * learners are notified in pieces.
 */
export async function restoreTrashed(trx: Trx, courseId: string, at: string): Promise<void> {
  await trx.deleteFrom('deletedCourses').where('courseId', '=', courseId).execute();
  await removePassedTimes(trx, courseId, at);
  await touchCourse(trx, courseId, at);
  await recordChanges(trx, at, await partsOf(trx, courseId));
  await notifyLearners(trx, { courseId, isLost: false, at });
}

/** A time that came while the course was in the trash is not made up for: its admins expect no publication then. */
async function removePassedTimes(trx: Trx, courseId: string, at: string): Promise<void> {
  for (const name of ['publishAt', 'unpublishAt'] as const) {
    await trx
      .updateTable('courses')
      .set((row) => ({ [name]: null, version: row('version', '+', 1) }))
      .where('id', '=', courseId)
      .where(name, '<=', at)
      .execute();
  }
}

async function partsOf(trx: Trx, courseId: string): Promise<Change[]> {
  const parts = await listInside(trx, { kind: 'course', ids: [courseId] });
  return [{ kind: 'course' as const, id: courseId }, ...parts].map((part) => ({ ...part, courseId }));
}

/**
 * Begins to remove the rows of a course in the trash, as if its time were over: from then on it cannot be restored, and
 * the next sweep deletes its files.
 */
export async function beginPurge(trx: Trx, courseId: string, now: Date): Promise<void> {
  const deletedAt = new Date(now.getTime() - TRASH_DAYS * DAY_MS).toISOString();
  await trx
    .updateTable('deletedCourses')
    .set({ purgeAt: null, deletedAt })
    .where('courseId', '=', courseId)
    .execute();
}

/** Begins to remove the courses that have been in the trash for long enough at `now` (ISO time). */
export async function beginDuePurges(db: Database, now: string): Promise<void> {
  const due = await db
    .selectFrom('deletedCourses')
    .select('courseId')
    .where('purgeAt', '<=', now)
    .executeTakeFirst();
  if (due === undefined) return;
  await inTransaction(db, (trx) =>
    trx.updateTable('deletedCourses').set({ purgeAt: null }).where('purgeAt', '<=', now).execute(),
  );
}
