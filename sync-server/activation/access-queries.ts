import { studyKindNames } from '#schema/sync/row-kinds.ts';
import { addToCounts, dayOf } from '../courses/count-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { countEnrolment } from '../db/changes/counters-queries.ts';
import type { Change } from '../db/changes/noted-edits.ts';
import type { ActivationRow } from '../db/code-tables.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { selectStudyRows } from '../db/parts/study-queries.ts';
import { slicesOf } from '../db/slices-of.ts';
import type { Trx } from '../db/transaction.ts';

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

/** One removal: users of one course, for one reason. */
interface Removal {
  readonly courseId: string;
  readonly userIds: readonly string[];
  readonly reason: string;
  /** ISO time. */
  readonly at: string;
}

/**
 * Removes the access of users: their devices get a tombstone and drop the course. Their progress stays here. Returns the
 * ids of those who had access. A few statements for hundreds of users: a code may have ten thousand.
 */
export async function removeAccess(trx: Trx, { userIds, ...removal }: Removal): Promise<string[]> {
  const { courseId, at } = removal;
  const removed: Pick<ActivationRow, 'userId' | 'activatedAt'>[] = [];
  for (const some of slicesOf(userIds, USERS_AT_ONCE))
    removed.push(...(await revokeSome(trx, { ...removal, userIds: some })));
  if (removed.length === 0) return [];
  for (const [day, count] of countByDay(removed))
    await addToCounts(trx, { courseId, activatedAt: day }, -count);
  await countEnrolment(trx);
  const ids = removed.map(({ userId }) => userId);
  const changes = ids.flatMap((userId): Change[] => [
    { kind: 'activation', id: courseId, userId, courseId, isDeleted: true },
    { kind: 'user', id: userId, userId },
  ]);
  await recordChanges(trx, at, changes);
  return ids;
}

/** Far below the limit of bound values per statement. */
const USERS_AT_ONCE = 500;

async function revokeSome(trx: Trx, { courseId, userIds, reason, at }: Removal) {
  const removed = await trx
    .updateTable('activations')
    .set({ revokedAt: at, reason })
    .where('courseId', '=', courseId)
    .where('userId', 'in', userIds)
    .where('revokedAt', 'is', null)
    .returning(['userId', 'activatedAt'])
    .execute();
  const ids = removed.map(({ userId }) => userId);
  if (ids.length === 0) return [];
  await trx
    .updateTable('redemptions')
    .set({ undoneAt: at, reason })
    .where('courseId', '=', courseId)
    .where('userId', 'in', ids)
    .where('undoneAt', 'is', null)
    .execute();
  return removed;
}

function countByDay(rows: readonly Pick<ActivationRow, 'activatedAt'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { activatedAt } of rows) {
    const day = dayOf(activatedAt);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
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
 * Records that an access has returned. The devices dropped the course with its progress, so each row of the
 * user in it, such as progress and attempts, is a change too; the course they download whole. Returns how many changes it recorded.
 */
export async function recordReturn(trx: Trx, { userId, courseId, at }: Dated): Promise<number> {
  const changes: Change[] = [
    { kind: 'activation', id: courseId, userId, courseId },
    { kind: 'user', id: userId, userId },
  ];
  for (const kind of studyKindNames) {
    const rows = await selectStudyRows(trx, kind, courseId).where('userId', '=', userId).execute();
    changes.push(...rows.map(({ id }) => ({ kind, id, userId, courseId })));
  }
  await recordChanges(trx, at, changes);
  return changes.length;
}
