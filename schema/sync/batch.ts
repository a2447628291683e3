import * as v from 'valibot';
import { BATCH_REQUESTS_MAX } from '../limits.ts';
import { serverMessages } from '../messages/server-messages.ts';

/**
 * One call of a batch: JSON calls below /api only, never the batch itself. `body` is absent for a call
 * without one.
 */
export const BatchRequest = v.object({
  /** Made by the caller and repeated in the reply. Unique within the batch. */
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  method: v.picklist(['GET', 'POST', 'PUT', 'DELETE']),
  path: v.pipe(v.string(), v.regex(/^\/api\/[!-~]{1,500}$/)),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.optional(v.unknown()),
});
export type BatchRequest = v.InferOutput<typeof BatchRequest>;

/**
 * Many calls in one round trip (docs/protocol.md, Batch). `atomic`: all of them succeed in one transaction,
 * or none does.
 */
export const BatchInput = v.object({
  atomic: v.optional(v.boolean(), false),
  requests: v.pipe(
    v.array(BatchRequest),
    v.minLength(1),
    v.maxLength(BATCH_REQUESTS_MAX),
    v.check(
      (requests) => new Set(requests.map(({ id }) => id)).size === requests.length,
      serverMessages.batchIdTwice,
    ),
  ),
});
export type BatchInput = v.InferOutput<typeof BatchInput>;

/** The reply that the call would have had on its own; `headers` by lower-case name. */
export const BatchResponse = v.object({
  id: v.string(),
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.unknown(),
});
export type BatchResponse = v.InferOutput<typeof BatchResponse>;

/**
 * One reply per request, in order. `failedId` names the request that rolled back an atomic batch; the
 * others then return 424 `batch_undone`, and none leaves a receipt.
 */
export const BatchReply = v.object({
  responses: v.array(BatchResponse),
  failedId: v.nullable(v.string()),
});
export type BatchReply = v.InferOutput<typeof BatchReply>;
