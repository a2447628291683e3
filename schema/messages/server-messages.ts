import { PASSKEYS_PER_USER_MAX } from '../limits.ts';

/**
 * The sentences that only the server writes. A separate file, because the app shows them as received: a
 * visitor's first page does not download them.
 */
export const serverMessages = {
  restoreUndecided:
    'The server was restored from a backup that does not contain this. Send it again, or discard it.',
  accountLost:
    'This account is no longer on the server, because the server was restored from a backup. Sign up again with the same email: your work on this device is then sent.',
  proofInvalid: 'This course could not be unlocked again. Enter your activation code, or contact support.',
  restoreDiscarded: 'Discarded: the server was restored from a backup, and later edits were given up.',
  emailTaken: 'An account with this email already exists',
  passwordTooCommon:
    'This password is among the most used passwords or similar to one. Please choose another.',
  passwordPersonal:
    'This password consists of your name, your email or the name of this product. Please choose another.',
  codesTaken:
    'Some of these codes exist already, so none was registered. Carrel draws other codes in their place.',
  codeBatchNotFound: 'This batch of codes does not exist, or its course was deleted',
  codeNotFound: 'This code does not exist, or its course was deleted',
  supportRequestNotFound: 'This support request no longer exists',
  accessNotFound: 'This user has never unlocked this course',
  codeUsed: 'This activation code has already been used',
  codeRevoked: 'This activation code has been revoked. Please contact support.',
  codeExpired: 'This activation code has expired. Please contact support.',
  codeOtherCourse: 'This activation code belongs to another course',
  roleOwn: 'You cannot change your own role. Another admin can do it for you.',
  roleLastAdmin: 'This is the last admin. Make another user an admin first.',
  accountDeleted: 'This account was deleted, and its data with it.',
  accountLastAdmin:
    'You are the last admin, so your account was not deleted. Make another user an admin first.',
  courseNotInTrash: 'This course is no longer in the trash as you saw it. Nothing was changed.',
  coursePublished: 'A published course cannot be deleted. Unpublish it first.',
  lessonNestedTooDeep: 'The HTML of this lesson has too many unclosed tags. Please close them and try again.',
  courseIdReserved: 'This id is not allowed for a course',
  positionInvalid: 'This position is not valid',
  videoFileNotFound: 'The video at this address no longer exists',
  moduleNotFound: 'Module not found',
  lessonNotFound: 'Lesson not found',
  resourceNotFound: 'Resource not found',
  quizNotFound: 'These questions no longer exist, or are not in one of your courses',
  questionNotFound: 'Question not found',
  attemptOfOther: 'These answers belong to another attempt',
  answersTooMany: 'This attempt has too many answers',
  attemptNotFound: 'This attempt no longer exists, or is not one of yours',
  attemptUnknown: 'This attempt no longer exists. Nothing was changed.',
  reviewNotReleased: 'The answers of this test are not shown',
  revisionNotFound: 'This version does not exist',
  idTaken:
    'This id already exists, perhaps from another of your devices. Check whether the content is there; if it is, discard this edit.',
  versionConflict: 'This was also changed elsewhere. Your edit is saved on your device; compare and decide.',
  versionMalformed: 'The If-Match header must contain one version in quotes, such as "3"',
  fileMissing: 'No file was sent. Please choose one and try again.',
  multipartNeeded: 'The file must be sent as a form (Content-Type: multipart/form-data)',
  filesTooMany: 'Please send one file at a time',
  formMalformed: 'The file is incomplete. Please send it again.',
  serverFull:
    'Not enough storage on the server. The file was not stored, and existing data is unchanged. Please contact support.',
  storeUnavailable:
    'The server cannot reach its storage for files. Nothing was changed. Please try again in a few seconds.',
  uploadMalformed: 'The upload could not start: its size, kind or id is missing or not valid',
  uploadNotFound: 'This upload does not exist. Please send the file from its start.',
  uploadOffset: 'These bytes do not continue the upload. Request the current offset and resume there.',
  courseIsTemplate: 'A template is not published. Create a course from it, and publish that one.',
  templatePublished: 'Visitors see this course. Unpublish it before you use it as a template.',
  templateScheduled:
    'This course is to be published or unpublished at a set time. Remove the time before you use it as a template.',
  exportTooLarge:
    'With its files, this course is larger than 2 GB, the most that an exported file can have. Divide it into two courses.',
  uploadIncomplete: 'The file is not fully uploaded yet. It is used after the upload is complete.',
  resourceUnrestorable:
    'This resource cannot be restored any more: its file was removed from the server. Please upload it again.',
  uploadGone: 'The uploaded file no longer exists. Please send it again.',
  uploadBroken: 'The file arrived damaged and was not used. Please send it again.',
  uploadProtocol: 'Uploads use the tus 1.0.0 protocol: the header Tus-Resumable must be 1.0.0',
  uploadBusy: 'This file is being uploaded over another connection. Please try again in a moment.',
  cursorExpired: 'The cursor is too old. Request all data without a cursor.',
  batchUndone: 'Not saved, because another edit of the same save was refused',
  batchFull: 'The reply to this batch is full. Please send this request again.',
  batchIdTwice: 'Each request of a batch needs its own id',
  batchRefuses: 'This call is not allowed in a batch',
  batchNotAtomic: 'This call is not allowed in an atomic batch',
  cursorInvalid: 'The cursor must come from this server',
  nulInvalid: 'The text has the invisible character U+0000, which cannot be stored. Type the text again',
  pullLimitInvalid: 'The limit must be a whole number from 1 to 500',
  pageLimitInvalid: (most: number) => `The limit must be a whole number from 1 to ${most}`,
  pageAfterInvalid: 'Continue after the place that an earlier page returned',
  secondFactorRequired: 'Confirm the sign-in: enter the code from your authenticator app, or use a passkey',
  secondFactorInvalid:
    'This code is not valid. Codes change every 30 seconds and work once: enter the current code from the app.',
  secondFactorSetupRequired: 'Set up two-step sign-in first: this installation requires it of its admins.',
  secondFactorOn: 'Two-step sign-in is already on for this account',
  secondFactorLast:
    'This installation requires two-step sign-in of its admins, and this is your only way to confirm it. Nothing was removed. Add another passkey or an authenticator app first.',
  passkeyInvalid:
    'This passkey was not accepted: it was removed, or the request was older than five minutes. Use it again, or another way to sign in.',
  passkeyUnverified:
    'The passkey could not be verified, and nothing was changed. Start again: a request is valid once, for five minutes.',
  passkeyNotFound: 'This passkey no longer exists. Reload the page.',
  passkeysUnavailable:
    'Passkeys are not available: the operator has to set PUBLIC_URL to the https address of this server',
  passkeysFull: `An account can have ${PASSKEYS_PER_USER_MAX} passkeys. Remove one that you do not use first.`,
  passkeyTaken: 'This passkey is registered already',
  secondFactorOff: 'Two-step sign-in is not on for this account. Start again.',
  passwordChangeRequired: 'Choose a new password first: your current password was generated by the server.',
  passwordUnchanged: 'Please choose a password that is not the current one',
  courseLocked: 'This course is not activated for your account',
  notFound: 'Not found',
  methodNotAllowed: 'This address does not support this method',
  bodyNotJson: 'The request must be sent as JSON (Content-Type: application/json)',
  bodyMalformed: 'The request is not valid JSON',
  keyReused: 'This idempotency key was used before for a different request',
  keyInvalid: 'The idempotency key must be a UUID',
  tooManyRequests: 'Too many attempts. Please wait a moment and try again.',
  serverBusy:
    'The server is busy with other sign-ins. Nothing was changed. Please try again in a few seconds.',
  serverUnavailable:
    'The server cannot use its database at the moment. Nothing is lost. Please try again in a few seconds.',
  internal: 'Something went wrong on the server. Your input is not lost. Please try again.',

  shopRefused: 'This message has no valid signature of a shop that Carrel knows',
  shopSecretInvalid:
    'This is not a whole signing secret: it is “whsec_” and at least 32 letters and digits. Copy it again from the shop.',
  apiKeyInvalid: 'This API key is not valid',
  shopNotFound: 'This shop or product no longer exists. Reload the page.',
  shopProductAssigned:
    'This product unlocks a course, so it is not ignored. Remove the product from its shop first, then ignore it.',
  shopProductIgnored:
    'This product is ignored, so it has no course. Stop ignoring it first, then choose its course: its orders get their codes then.',
  shopOrderNotFound: 'This order no longer waits for a decision. Reload the page.',
  apiKeyNotFound: 'This API key no longer exists. Reload the page.',
} as const;
