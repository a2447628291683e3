import { normalizeCode } from '#schema/learning/activation.ts';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { countEnrolment } from '../db/changes/counters-queries.ts';
import { liveActivations, liveCourses } from '../db/live-rows.ts';
import type { Trx } from '../db/transaction.ts';
import type { CodeRow } from './choose-course.ts';
import { addToCounts } from './count-queries.ts';

/** A user's attempt to unlock a course. */
export interface Unlock {
  readonly userId: string;
  readonly courseId: string;
  readonly code: string;
  /** ISO time. */
  readonly at: string;
}

export async function isActivated(trx: Trx, userId: string, courseId: string): Promise<boolean> {
  const row = await trx
    .selectFrom(liveActivations)
    .select('userId')
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims the code for this user if it is free. One conditional UPDATE decides: of several concurrent requests
 * with the same code, exactly one gets it.
 */
export async function takeCode(trx: Trx, { userId, courseId, code, at }: Unlock): Promise<boolean> {
  const result = await trx
    .updateTable('activationCodes')
    .set({ usedBy: userId, usedAt: at })
    .where('courseId', '=', courseId)
    .where('normalizedCode', '=', normalizeCode(code))
    .where('usedBy', 'is', null)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

interface NewActivation extends Omit<Unlock, 'code'> {
  /** ISO time; `at` unless given. */
  readonly activatedAt?: string;
}

export async function insertActivation(
  trx: Trx,
  { userId, courseId, at, activatedAt = at }: NewActivation,
): Promise<void> {
  await trx.insertInto('activations').values({ userId, courseId, activatedAt }).execute();
  await addToCounts(trx, { courseId, activatedAt }, 1);
  await countEnrolment(trx);
  await recordChanges(trx, at, [
    { kind: 'activation', id: courseId, userId, courseId },
    { kind: 'user', id: userId, userId },
  ]);
}

/**
 * Whether a missing activation was removed and not lost: the code is used by this user, which is stored together
 * with the activation, or the activation has a tombstone from after it.
 */
export async function wasActivationRemoved(
  trx: Trx,
  { userId, courseId, code, at }: Unlock,
): Promise<boolean> {
  const used = await trx
    .selectFrom('activationCodes')
    .select('usedBy')
    .where('courseId', '=', courseId)
    .where('normalizedCode', '=', normalizeCode(code))
    .where('usedBy', '=', userId)
    .executeTakeFirst();
  if (used !== undefined) return true;
  const tombstone = await trx
    .selectFrom('changes')
    .select('sequence')
    .where('kind', '=', 'activation')
    .where('id', '=', courseId)
    .where('userId', '=', userId)
    .where('isDeleted', '=', 1)
    .where('changedAt', '>=', at)
    .executeTakeFirst();
  return tombstone !== undefined;
}

/** Returns every course that has a code with this text, unpublished ones included. */
export function listCodeRows(trx: Trx, code: string): Promise<CodeRow[]> {
  return trx
    .selectFrom('activationCodes')
    .innerJoin(liveCourses, 'courses.id', 'activationCodes.courseId')
    .select(['courseId', 'title', 'status', 'usedBy', 'revokedAt', 'expiresAt'])
    .where('normalizedCode', '=', normalizeCode(code))
    .execute();
}

/** Why a code could not be claimed, the most specific reason first. */
export async function explainRefusal(trx: Trx, { courseId, code, at }: Unlock): Promise<ErrorCode> {
  const rows = await trx
    .selectFrom('activationCodes')
    .innerJoin(liveCourses, 'courses.id', 'activationCodes.courseId')
    .select(['courseId', 'usedBy', 'revokedAt', 'expiresAt'])
    .where('normalizedCode', '=', normalizeCode(code))
    .execute();
  const own = rows.find((row) => row.courseId === courseId);
  if (own === undefined) return rows.length > 0 ? 'code_other_course' : 'code_invalid';
  if (own.usedBy !== null) return 'code_used';
  if (own.revokedAt !== null) return 'code_revoked';
  return own.expiresAt !== null && own.expiresAt <= at ? 'code_expired' : 'code_invalid';
}
