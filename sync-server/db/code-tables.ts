import type { CodeOrigin } from '#schema/learning/code-batches.ts';

export interface ActivationCodeRow {
  readonly id: string;
  readonly courseId: string;
  readonly code: string;
  /** The normalised form of a code, unique within the course. */
  readonly normalizedCode: string;
  /** The id of its batch. */
  readonly batch: string;
  readonly createdAt: string;
  revokedAt: string | null;
  /** How often it was redeemed; at most `maxUses` of its batch, unless that was lowered since. */
  uses: number;
  /** Whether no use is left; follows from `uses`, later than a change of `maxUses`, and is indexed. */
  isUsedUp: 0 | 1;
}

/** Codes that were registered together. */
export interface CodeBatchRow {
  readonly id: string;
  readonly courseId: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly origin: CodeOrigin;
  readonly prefix: string;
  /** How many codes it has. */
  readonly count: number;
  /** How often its codes were redeemed. */
  uses: number;
  name: string;
  note: string;
  expiresAt: string | null;
  /** How many learners may redeem each of its codes. */
  maxUses: number;
  revokedAt: string | null;
  version: number;
  /** `maxUses` has changed, and `isUsedUp` of its codes does not follow from it yet. */
  isMarking: 0 | 1;
}

/** A use of a code by a learner. */
export interface RedemptionRow {
  readonly id: string;
  readonly codeId: string;
  readonly courseId: string;
  /** Null: the account no longer exists. */
  userId: string | null;
  readonly at: string;
  /** When the access that it gave was removed, and why. */
  undoneAt: string | null;
  reason: string;
}

export interface ActivationRow {
  readonly userId: string;
  readonly courseId: string;
  readonly activatedAt: string;
  /** The code that gave the access; null if it is not known, or an admin gave the access. */
  codeId: string | null;
  /** Whether an admin gave the access, without a code. */
  isGiven: 0 | 1;
  /** When an admin removed the access, and why. */
  revokedAt: string | null;
  reason: string;
}

/** The mail to the admins about a course with few unused codes. */
export interface CodeAlertRow {
  readonly courseId: string;
  /** Whether it is below; the next mail follows after it was above. */
  isLow: 0 | 1;
}
