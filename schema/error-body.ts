import * as v from 'valibot';

/**
 * The body of every refusal: `error` is the sentence a person reads, `code` a stable word of
 * `errorCodes` (a newer server may know more), `fields` the sentence per input field, `current`
 * (with `version_conflict`) the whole entity as it stands.
 */
export const ErrorBody = v.object({
  error: v.string(),
  code: v.optional(v.string()),
  requestId: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  current: v.optional(v.unknown()),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
