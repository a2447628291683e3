import { findCourseAccess } from '../courses/course-queries.ts';
import type { Trx } from '../db/transaction.ts';
import { getEpoch } from '../epoch/epoch-queries.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { ActivationClaims } from '../security/activation-proofs.ts';
import { insertActivation, isActivated, wasActivationRemoved } from './activation-queries.ts';
import { takeCode } from './take-code.ts';

interface Shown {
  readonly userId: string;
  readonly courseId: string;
  /** Null for a proof that is not valid for this user. */
  readonly claims: ActivationClaims | null;
  /** ISO time. */
  readonly at: string;
}

/**
 * Unlocks a course again by the proof of an activation that the database lost in a restore. Returns false if the
 * course is unlocked anyway. Nobody loses what they had: the course is unlocked also if another user has used the
 * code since, or the code is gone, expired or revoked. An unused code becomes used again.
 *
 * A proof of the current epoch is refused: its activation was not lost but removed. So is any other whose
 * activation was removed before the backup.
 */
export async function unlockByProof(trx: Trx, { userId, courseId, claims, at }: Shown): Promise<boolean> {
  if (claims?.courseId !== courseId) throw new ApiError('proof_invalid');
  if (await isActivated(trx, userId, courseId)) return false;
  if (claims.epoch === (await getEpoch(trx))) throw new ApiError('proof_invalid');
  if ((await findCourseAccess(trx, courseId, null)) === undefined) throw new ApiError('course_not_found');
  const lost = { userId, courseId, code: claims.code, at: claims.at };
  if (await wasActivationRemoved(trx, lost)) throw new ApiError('proof_invalid');
  const codeId = await takeCode(trx, { ...lost, at });
  await insertActivation(trx, { userId, codeId, courseId, at, activatedAt: claims.at });
  return true;
}
