import * as v from 'valibot';
import type { ErrorCode } from '#schema/errors.ts';
import { ApiError } from './api-error.ts';

/** Said of a field whose schema has no sentence of its own; never repeats what was sent. */
const FIELD_INVALID = 'This field is missing or not valid';

/**
 * Parses the body of a call. Throws ApiError with the sentence per field; the sentence of the whole is
 * the first field's own (section 5), else that of `code`.
 */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
  code: ErrorCode = 'invalid_input',
): v.InferOutput<Schema> {
  // An array would pass for an object whose fields are all optional.
  const result = v.safeParse(schema, Array.isArray(body) ? null : body, { message: FIELD_INVALID });
  if (result.success) return result.output;
  throw refusalOf(result.issues, code);
}

/**
 * As {@link parseInput}, but stops at the first fault: for large inputs of many parts, where a list of all
 * faults would take longer to make than anybody would read it.
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
