import { type Change, recordChanges } from '../db/changes/changes-queries.ts';
import { countEnrolment } from '../db/changes/counters-queries.ts';
import type { ActivationRow } from '../db/code-tables.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import { addToCounts } from './count-queries.ts';

/** A user's access to a course. */
interface Access {
  readonly userId: string;
  readonly courseId: string;
}

type Dated = Access & {
  /** ISO time. */
  readonly at: string;
};

/** An access as admins see it, a removed one too. */
export interface FoundAccess extends Pick<ActivationRow, 'activatedAt' | 'revokedAt'> {
  readonly userName: string;
  readonly courseTitle: string;
}

/** Undefined for a user who never unlocked the course, and for a deleted course. */
export function findAccess(db: Db, { userId, courseId }: Access): Promise<FoundAccess | undefined> {
  return db
    .selectFrom('activations')
    .innerJoin(liveCourses, 'courses.id', 'activations.courseId')
    .innerJoin('users', 'users.id', 'activations.userId')
    .select(['activatedAt', 'revokedAt', 'users.name as userName', 'courses.title as courseTitle'])
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .executeTakeFirst();
}

/** When the access was removed; undefined for one that was not. */
export async function findRevoked(db: Db, { userId, courseId }: Access): Promise<string | undefined> {
  const row = await db
    .selectFrom('activations')
    .select('revokedAt')
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .executeTakeFirst();
  return row?.revokedAt ?? undefined;
}

/**
 * Removes the access of a user: their devices get a tombstone and drop the course. Their progress stays here. Returns
 * false if they have none.
 */
export async function removeAccess(
  trx: Trx,
  { userId, courseId, reason, at }: Dated & { readonly reason: string },
): Promise<boolean> {
  const [removed] = await trx
    .updateTable('activations')
    .set({ revokedAt: at, reason })
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('revokedAt', 'is', null)
    .returning('activatedAt')
    .execute();
  if (removed === undefined) return false;
  await trx
    .updateTable('redemptions')
    .set({ undoneAt: at, reason })
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('undoneAt', 'is', null)
    .execute();
  await addToCounts(trx, { courseId, activatedAt: removed.activatedAt }, -1);
  await countEnrolment(trx);
  await recordChanges(trx, at, [
    { kind: 'activation', id: courseId, userId, courseId, isDeleted: true },
    { kind: 'user', id: userId, userId },
  ]);
  return true;
}

/** Returns the access that was removed. Returns false if none was. */
export async function restoreAccess(trx: Trx, { userId, courseId, at }: Dated): Promise<boolean> {
  const undoneAt = await findRevoked(trx, { userId, courseId });
  if (undoneAt === undefined) return false;
  const [restored] = await trx
    .updateTable('activations')
    .set({ revokedAt: null, reason: '' })
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .returning('activatedAt')
    .execute();
  if (restored === undefined) return false;
  await trx
    .updateTable('redemptions')
    .set({ undoneAt: null, reason: '' })
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .where('undoneAt', '=', undoneAt)
    .execute();
  await addToCounts(trx, { courseId, activatedAt: restored.activatedAt }, 1);
  await countEnrolment(trx);
  await recordReturn(trx, { userId, courseId, at });
  return true;
}

/**
 * Records that an access has returned. The devices dropped the course with its progress, so each row of the progress is
 * a change too; the course they download whole. Returns how many changes it recorded.
 */
export async function recordReturn(trx: Trx, { userId, courseId, at }: Dated): Promise<number> {
  const rows = await trx
    .selectFrom('progress')
    .innerJoin(liveLessons, 'lessons.id', 'progress.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select('lessonId')
    .where('userId', '=', userId)
    .where('modules.courseId', '=', courseId)
    .execute();
  const changes: readonly Change[] = [
    { kind: 'activation', id: courseId, userId, courseId },
    { kind: 'user', id: userId, userId },
    ...rows.map(({ lessonId }): Change => ({ kind: 'progress', id: lessonId, userId, courseId })),
  ];
  await recordChanges(trx, at, changes);
  return changes.length;
}
