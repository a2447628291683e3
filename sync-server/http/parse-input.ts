import * as v from 'valibot';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { ApiError } from './reply/api-error.ts';

/** The message for a field whose schema has none of its own; never repeats the input. */
const FIELD_INVALID = 'This field is missing or not valid';

/**
 * Parses the body of a call. Throws ApiError with the message per field; the overall message is the first
 * field's own (docs/spec-map.md, section 5), otherwise that of `code`.
 */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
  code: ErrorCode = 'invalid_input',
): v.InferOutput<Schema> {
  // An array would pass as an object whose fields are all optional.
  const result = v.safeParse(schema, Array.isArray(body) ? null : body, { message: FIELD_INVALID });
  if (result.success) return result.output;
  throw refusalOf(result.issues, code);
}

/**
 * Like {@link parseInput}, but stops at the first error: for large inputs of many parts, where a list of all
 * errors takes too long to create.
 */
export function parseLargeInput<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const config = { message: FIELD_INVALID, abortEarly: true };
  const result = v.safeParse(schema, Array.isArray(body) ? null : body, config);
  if (result.success) return result.output;
  throw refusalOf(result.issues, 'invalid_input');
}

function refusalOf(issues: readonly v.BaseIssue<unknown>[], code: ErrorCode): ApiError {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const path = v.getDotPath(issue);
    if (path !== null) fields[path] ??= issue.message;
  }
  const message = Object.values(fields).find((sentence) => sentence !== FIELD_INVALID);
  return new ApiError(code, { fields, ...(message === undefined ? {} : { message }) });
}
