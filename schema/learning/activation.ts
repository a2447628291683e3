import * as v from 'valibot';
import { Id } from '../id.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS } from '../limits.ts';
import { messages } from '../messages/messages.ts';

const PROOF_MAX_CHARACTERS = 2_000;

export const ActivateInput = v.object({
  activationCode: v.pipe(
    v.string(messages.codeMissing),
    v.trim(),
    v.minLength(1, messages.codeMissing),
    v.maxLength(ACTIVATION_CODE_MAX_CHARACTERS, messages.codeInvalid),
  ),
  /** Of an earlier activation that a restored server may have lost; it replaces the code. */
  proof: v.optional(v.pipe(v.string(), v.maxLength(PROOF_MAX_CHARACTERS))),
});
export type ActivateInput = v.InferOutput<typeof ActivateInput>;

export const ActivateReply = v.object({
  activatedCourses: v.array(Id),
  /** The proof of a new activation in this epoch: the device stores it, and shows it after a restore of the server. */
  proof: v.optional(v.object({ text: v.string(), epoch: v.string() })),
  /** A proof unlocked the course. */
  isUnlockedAgain: v.optional(v.boolean()),
});
export type ActivateReply = v.InferOutput<typeof ActivateReply>;

/** The reply to a code that was sent without its course: the course that it unlocked. */
export const RedeemReply = v.object({ ...ActivateReply.entries, courseId: Id, courseTitle: v.string() });

/** White space (non-breaking spaces too) and dashes of every kind: they separate the groups of a code. */
export const CODE_SEPARATORS = /[\s\p{Zs}\p{Pd}\u200b\u2212\ufeff]+/gu;

/**
 * The normalised form in which codes are compared: case, white space and dashes are ignored. Two codes of one course
 * never differ by these alone.
 */
export function normalizeCode(code: string): string {
  return code.replace(CODE_SEPARATORS, '').toUpperCase();
}
