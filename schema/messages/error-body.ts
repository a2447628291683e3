import * as v from 'valibot';

/**
 * The body of every refusal: `error` is the user-facing sentence, `code` a stable value of `errorCodes` (a
 * newer server may have more), `fields` the sentence per input field, `current` (with `version_conflict`) the
 * whole current entity, `secondFactor` (with `second_factor_required` and `passkey_invalid` at a sign-in) the factors
 * that the account has: see `SecondFactorOffer`.
 */
export const ErrorBody = v.object({
  error: v.string(),
  code: v.optional(v.string()),
  requestId: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
  current: v.optional(v.unknown()),
  secondFactor: v.optional(v.unknown()),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
