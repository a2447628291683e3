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
  reset_code_invalid: { status: 400, message: messages.otpInvalid },
  reset_session_invalid: { status: 400, message: messages.resetSessionInvalid },
  codes_none: { status: 400, message: messages.codesNone },
  file_missing: { status: 400, message: messages.fileMissing },
  not_an_image: { status: 400, message: messages.thumbnailNotImage },
  not_a_video: { status: 400, message: messages.videoNotVideo },
  files_too_many: { status: 400, message: messages.filesTooMany },
  malformed_form: { status: 400, message: messages.formMalformed },
  upload_malformed: { status: 400, message: messages.uploadMalformed },
  version_malformed: { status: 400, message: messages.versionMalformed },
  wrong_current_password: { status: 401, message: messages.currentPasswordWrong },
  profile_forbidden: { status: 403, message: messages.profileForbidden },
  password_forbidden: { status: 403, message: messages.passwordForbidden },
  not_allowed: { status: 403, message: messages.notAllowed },
  course_locked: { status: 403, message: messages.courseLocked },
  not_found: { status: 404, message: messages.notFound },
  course_not_found: { status: 404, message: messages.courseNotFound },
  user_not_found: { status: 404, message: messages.userNotFound },
  module_not_found: { status: 404, message: messages.moduleNotFound },
  lesson_not_found: { status: 404, message: messages.lessonNotFound },
  resource_not_found: { status: 404, message: messages.resourceNotFound },
  upload_not_found: { status: 404, message: messages.uploadNotFound },
  method_not_allowed: { status: 405, message: messages.methodNotAllowed },
  role_own: { status: 409, message: messages.roleOwn },
  role_last_admin: { status: 409, message: messages.roleLastAdmin },
  course_incomplete: { status: 409, message: messages.courseIncomplete },
  course_published: { status: 409, message: messages.coursePublished },
  id_taken: { status: 409, message: messages.idTaken },
  upload_offset: { status: 409, message: messages.uploadOffset },
  upload_incomplete: { status: 409, message: messages.uploadIncomplete },
  upload_gone: { status: 409, message: messages.uploadGone },
  upload_broken: { status: 409, message: messages.uploadBroken },
  cursor_expired: { status: 410, message: messages.cursorExpired },
  version_conflict: { status: 412, message: messages.versionConflict },
  upload_protocol: { status: 412, message: messages.uploadProtocol },
  image_too_large: { status: 413, message: messages.thumbnailTooLarge },
  video_too_large: { status: 413, message: messages.videoTooLarge },
  body_too_large: { status: 413, message: messages.bodyTooLarge },
  unsupported_type: { status: 415, message: messages.bodyNotJson },
  multipart_needed: { status: 415, message: messages.multipartNeeded },
  idempotency_key_reused: { status: 422, message: messages.keyReused },
  upload_busy: { status: 423, message: messages.uploadBusy },
  batch_undone: { status: 424, message: messages.batchUndone },
  too_many_requests: { status: 429, message: messages.tooManyRequests },
  internal: { status: 500, message: messages.internal },
  server_full: { status: 507, message: messages.serverFull },
} as const;

export type ErrorCode = keyof typeof errorCodes;

/**
 * The body of every refusal: `error` is the sentence a person reads, `code` a stable word of
 * {@link errorCodes} (a newer server may know more), `fields` the sentence per input field, `current`
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
