import { normalizeCode } from '#schema/learning/activation.ts';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { addToCounts } from '../courses/count-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { countEnrolment } from '../db/changes/counters-queries.ts';
import { liveActivations, liveCourses } from '../db/live-rows.ts';
import type { Trx } from '../db/transaction.ts';
import { findRevoked, recordReturn } from './access-queries.ts';
import type { CodeRow } from './choose-course.ts';
import { isRedeemed, type Unlock } from './take-code.ts';

export async function isActivated(trx: Trx, userId: string, courseId: string): Promise<boolean> {
  const row = await trx
    .selectFrom(liveActivations)
    .select('userId')
    .where('userId', '=', userId)
    .where('courseId', '=', courseId)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewActivation extends Omit<Unlock, 'code'> {
  /** Undefined if it is not known. */
  readonly codeId?: string | undefined;
  /** Whether an admin gives the access, without a code. */
  readonly isGiven?: boolean;
  /** ISO time; `at` unless given. */
  readonly activatedAt?: string;
}

/** Also for a user whose access was removed: another code returns it. */
export async function insertActivation(
  trx: Trx,
  { userId, courseId, codeId, isGiven = false, at, activatedAt = at }: NewActivation,
): Promise<void> {
  const returns = (await findRevoked(trx, { userId, courseId })) !== undefined;
  const access = { activatedAt, codeId: codeId ?? null, revokedAt: null, reason: '' };
  const granted = { ...access, isGiven: isGiven ? (1 as const) : (0 as const) };
  await trx
    .insertInto('activations')
    .values({ userId, courseId, ...granted })
    .onConflict((conflict) => conflict.columns(['userId', 'courseId']).doUpdateSet(granted))
    .execute();
  await addToCounts(trx, { courseId, activatedAt }, 1);
  await countEnrolment(trx);
  if (returns) {
    await recordReturn(trx, { userId, courseId, at });
    return;
  }
  await recordChanges(trx, at, [
    { kind: 'activation', id: courseId, userId, courseId },
    { kind: 'user', id: userId, userId },
  ]);
}

/**
 * Whether a missing activation was removed and not lost: the user redeemed the code, which is stored together with the
 * activation; an admin removed the access; or the activation has a tombstone from after it.
 */
export async function wasActivationRemoved(trx: Trx, lost: Unlock): Promise<boolean> {
  const { userId, courseId, at } = lost;
  if (await isRedeemed(trx, lost)) return true;
  if ((await findRevoked(trx, { userId, courseId })) !== undefined) return true;
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
export async function listCodeRows(trx: Trx, code: string, userId: string): Promise<CodeRow[]> {
  const rows = await trx
    .selectFrom('activationCodes')
    .innerJoin(liveCourses, 'courses.id', 'activationCodes.courseId')
    .leftJoin('codeBatches', 'codeBatches.id', 'activationCodes.batch')
    .leftJoin('redemptions', (join) =>
      join.onRef('redemptions.codeId', '=', 'activationCodes.id').on('redemptions.userId', '=', userId),
    )
    .select([
      'activationCodes.courseId',
      'title',
      'status',
      'activationCodes.uses',
      'maxUses',
      'redemptions.id as redeemed',
    ])
    .select(['activationCodes.revokedAt', 'codeBatches.revokedAt as batchRevokedAt', 'codeBatches.expiresAt'])
    .where('normalizedCode', '=', normalizeCode(code))
    .execute();
  return rows.map(({ redeemed, uses, maxUses, batchRevokedAt, ...row }) => ({
    ...row,
    isRedeemed: redeemed !== null,
    // The column `isUsedUp` follows later than a change of `maxUses`.
    isUsedUp: Number(uses) >= Number(maxUses ?? 1),
    revokedAt: row.revokedAt ?? batchRevokedAt,
  }));
}

/** Why a code could not be claimed, the most specific reason first. */
export async function explainRefusal(trx: Trx, { userId, courseId, code, at }: Unlock): Promise<ErrorCode> {
  const rows = await listCodeRows(trx, code, userId);
  const own = rows.find((row) => row.courseId === courseId);
  if (own === undefined) return rows.length > 0 ? 'code_other_course' : 'code_invalid';
  if (own.isUsedUp || own.isRedeemed) return 'code_used';
  if (own.revokedAt !== null) return 'code_revoked';
  return own.expiresAt !== null && own.expiresAt <= at ? 'code_expired' : 'code_invalid';
}
