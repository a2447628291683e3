import * as v from 'valibot';
import { messages } from './messages.ts';

/** The stable words of `code` in an error body, with the HTTP status and the sentence each stands for. */
export const errorCodes = {
  invalid_input: { status: 400, message: messages.inputInvalid },
  malformed_json: { status: 400, message: messages.bodyMalformed },
  invalid_registration: { status: 400, message: messages.registerInvalid },
  email_taken: { status: 400, message: messages.emailTaken },
  invalid_key: { status: 400, message: messages.keyInvalid },
  code_invalid: { status: 400, message: messages.codeInvalid },
  code_used: { status: 400, message: messages.codeUsed },
  code_revoked: { status: 400, message: messages.codeRevoked },
  code_expired: { status: 400, message: messages.codeExpired },
  code_other_course: { status: 400, message: messages.codeOtherCourse },
  session_ended: { status: 401, message: messages.sessionEnded },
  wrong_credentials: { status: 401, message: messages.loginInvalid },
  wrong_admin_credentials: { status: 401, message: messages.adminLoginInvalid },
  not_allowed: { status: 403, message: messages.notAllowed },
  course_locked: { status: 403, message: messages.courseLocked },
  not_found: { status: 404, message: messages.notFound },
  course_not_found: { status: 404, message: messages.courseNotFound },
  method_not_allowed: { status: 405, message: messages.methodNotAllowed },
  body_too_large: { status: 413, message: messages.bodyTooLarge },
  unsupported_type: { status: 415, message: messages.bodyNotJson },
  idempotency_key_reused: { status: 422, message: messages.keyReused },
  too_many_requests: { status: 429, message: messages.tooManyRequests },
  internal: { status: 500, message: messages.internal },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/**
 * The body of every refusal: `error` is the sentence a person reads, `code` a stable word of
 * {@link errorCodes} (a newer server may know more), `fields` the sentence per input field.
 */
export const ErrorBody = v.object({
  error: v.string(),
  code: v.optional(v.string()),
  requestId: v.optional(v.string()),
  fields: v.optional(v.record(v.string(), v.string())),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
