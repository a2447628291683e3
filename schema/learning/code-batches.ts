import * as v from 'valibot';
import { CODE_PREFIX_MAX_LETTERS } from '../activation/code-alphabet.ts';
import { codeBatchEntity } from '../entities/code-batch-entity.ts';
import { Id, Instant, Moment } from '../id.ts';
import { CODE_BATCH_MAX, CODE_REASON_MAX_CHARACTERS } from '../limits.ts';
import { adminMessages } from '../messages/admin-messages.ts';

/** How a batch came to the server: a list of an admin's file, or drawn on an admin's device. */
export const CodeOrigin = v.picklist(['uploaded', 'drawn', 'shop', 'api']);
export type CodeOrigin = v.InferOutput<typeof CodeOrigin>;

/** Codes that were registered together, without the codes. */
export const CodeBatch = v.object({
  id: Id,
  courseId: Id,
  ...codeBatchEntity.fields,
  prefix: v.string(),
  origin: CodeOrigin,
  createdAt: Instant,
  /** How many codes it has. */
  count: v.number(),
  /** How often its codes were redeemed. */
  uses: v.number(),
  revokedAt: v.nullable(Instant),
  version: v.number(),
});
export type CodeBatch = v.InferOutput<typeof CodeBatch>;

/** A use of a code. Without `userId` the account no longer exists. `undoneAt`: the access was removed. */
export const Redemption = v.object({
  userId: v.nullable(Id),
  userName: v.string(),
  email: v.string(),
  at: Instant,
  undoneAt: v.nullable(Instant),
});
export type Redemption = v.InferOutput<typeof Redemption>;

/** A code of a batch. `redemptions`: the newest {@link REDEMPTIONS_SHOWN} of its `uses`, newest first. */
export const BatchCode = v.object({
  id: Id,
  code: v.string(),
  uses: v.number(),
  revokedAt: v.nullable(Instant),
  redemptions: v.array(Redemption),
});
export type BatchCode = v.InferOutput<typeof BatchCode>;

const PREFIX = new RegExp(`^[A-Z0-9]{0,${CODE_PREFIX_MAX_LETTERS}}$`);

/** The prefix of drawn codes; '' for none. */
export const CodePrefix = v.pipe(v.string(), v.regex(PREFIX, adminMessages.codePrefixInvalid));

const { name, note, maxUses } = codeBatchEntity.fieldRules;
const batchFields = {
  name: v.pipe(v.string(), v.trim(), v.maxLength(name.max)),
  note: v.pipe(v.string(), v.trim(), v.maxLength(note.max)),
  expiresAt: v.nullable(Moment),
  maxUses: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxUses.max)),
};

const NewCode = v.pipe(v.string(), v.regex(/^[A-Z0-9-]{8,40}$/));

export const CreateCodeBatchInput = v.object({
  id: Id,
  courseId: Id,
  prefix: CodePrefix,
  ...batchFields,
  codes: v.pipe(v.array(NewCode), v.minLength(1, adminMessages.codesNone), v.maxLength(CODE_BATCH_MAX)),
});
export type CreateCodeBatchInput = v.InferOutput<typeof CreateCodeBatchInput>;

export const UpdateCodeBatchInput = v.partial(v.object(batchFields));
export type UpdateCodeBatchInput = v.InferOutput<typeof UpdateCodeBatchInput>;

export const CodeBatchReply = v.object({ batch: CodeBatch });

/** A new batch, with its codes as they are registered, in the order of the request. */
export const CreateCodeBatchReply = v.object({
  batch: CodeBatch,
  codes: v.array(v.object({ id: Id, code: v.string() })),
});

/** The `current` of a refusal `codes_taken`: the codes that exist already. */
export const TakenCodes = v.object({ taken: v.array(v.string()) });

export const RevokeInput = v.object({ revoked: v.boolean() });
export type RevokeInput = v.InferOutput<typeof RevokeInput>;

const Reason = v.pipe(v.string(), v.trim(), v.maxLength(CODE_REASON_MAX_CHARACTERS));

/** `removesAccess`: the learners who redeemed the code lose what it unlocked. */
export const RevokeCodeInput = v.object({
  revoked: v.boolean(),
  removesAccess: v.optional(v.boolean(), false),
  reason: v.optional(Reason, ''),
});
export type RevokeCodeInput = v.InferOutput<typeof RevokeCodeInput>;

export const RevokeAccessInput = v.object({ revoked: v.boolean(), reason: v.optional(Reason, '') });
export type RevokeAccessInput = v.InferOutput<typeof RevokeAccessInput>;

const Next = v.nullable(v.string());
export const CodeBatchesReply = v.object({ batches: v.array(CodeBatch), next: Next });
export const BatchCodesReply = v.object({ codes: v.array(BatchCode), next: Next });
export const CodeReply = v.object({ code: BatchCode });
