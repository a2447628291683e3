import * as v from 'valibot';
import { codeBatchEntity } from '../entities/code-batch-entity.ts';
import { ACTIVATION_CODE_MAX_CHARACTERS, CODE_LIST_MAX } from '../limits.ts';
import { adminMessages } from '../messages/admin-messages.ts';

export const UploadCodesInput = v.object({
  codes: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(ACTIVATION_CODE_MAX_CHARACTERS))),
    v.minLength(1, adminMessages.codesNone),
    v.maxLength(CODE_LIST_MAX),
  ),
  /** The name of the batch, such as that of the file. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(codeBatchEntity.fieldRules.name.max))),
});
export type UploadCodesInput = v.InferOutput<typeof UploadCodesInput>;

/**
 * The codes of {@link UploadCodesInput} in a command, which was validated when it was queued: checked in one pass
 * without an object for each code, because the outbox parses its rows at every change.
 */
export const QueuedCodes = v.custom<string[]>(
  (codes) =>
    Array.isArray(codes) &&
    codes.length > 0 &&
    codes.length <= CODE_LIST_MAX &&
    codes.every((code) => typeof code === 'string' && code.length <= ACTIVATION_CODE_MAX_CHARACTERS),
);

export const CodeStats = v.object({ total: v.number(), unused: v.number(), used: v.number() });
export type CodeStats = v.InferOutput<typeof CodeStats>;

/**
 * `allCodes`: every unused code of the course, oldest first; `added` and `known` count the codes of the
 * request.
 */
export const UploadCodesReply = v.object({
  allCodes: v.array(v.string()),
  codeStats: CodeStats,
  added: v.number(),
  known: v.number(),
});
