/**
 * The sentences that only the server writes. A separate file, because the app shows them as received: a
 * visitor's first page does not download them.
 */
export const serverMessages = {
  emailTaken: 'An account with this email already exists',
  passwordTooCommon:
    'This password, or one nearly like it, is among the most used ones and easy to guess. Please choose another.',
  passwordPersonal:
    'This password is made of your name, your email or the name of this product, which is easy to guess. Please choose another.',
  codeUsed: 'This activation code has already been used',
  codeRevoked: 'This activation code has been withdrawn. Please contact support.',
  codeExpired: 'This activation code has expired. Please contact support.',
  codeOtherCourse: 'This activation code belongs to another course',
  roleOwn: 'You cannot change your own role. Another admin can do it for you.',
  roleLastAdmin: 'This is the last admin. Make somebody else an admin first.',
  coursePublished: 'A published course cannot be deleted. Unpublish it first.',
  lessonNestedTooDeep: 'The HTML of this lesson leaves too many tags open. Please close them and try again.',
  courseIdReserved: 'A course cannot have this id',
  positionInvalid: 'This position is not valid',
  videoFileNotFound: 'The video of this address is not here any more',
  moduleNotFound: 'Module not found',
  lessonNotFound: 'Lesson not found',
  resourceNotFound: 'Resource not found',
  idTaken:
    'Something with this id was made already, perhaps on another of your devices. Look whether it is there; if it is, this one can be discarded.',
  versionConflict: 'Somebody else changed this meanwhile. Nothing of yours is lost; compare and decide.',
  versionMalformed: 'The If-Match header must hold one version in quotes, such as "3"',
  fileMissing: 'No file was sent. Please choose one and try again.',
  multipartNeeded: 'The file must be sent as a form (Content-Type: multipart/form-data)',
  filesTooMany: 'Please send one file at a time',
  formMalformed: 'The file did not arrive whole. Please send it again.',
  serverFull:
    'The server has no room left for this file, so it was not stored. What was there before is unchanged; please tell whoever runs it.',
  uploadMalformed: 'This upload could not be begun: its size, kind or id is missing or not valid',
  uploadNotFound: 'This upload is not here (any more). Please send the file from its start.',
  uploadOffset:
    'These bytes do not follow the ones that are here already. Ask how far the upload is, and go on there.',
  uploadIncomplete: 'The file has not arrived whole yet. It goes in its place as soon as it has.',
  uploadGone: 'The file that was sent is not here any more. It has to be sent again.',
  uploadBroken: 'The file was damaged on its way, so it was not used. It has to be sent again.',
  uploadProtocol: 'Uploads follow the protocol tus 1.0.0; the header Tus-Resumable must say so',
  uploadBusy: 'This file is being received over another connection. Please try again in a moment.',
  cursorExpired:
    'This device has been away for too long to be told only what changed. Please ask from the start.',
  batchUndone: 'Not done, because another change that belongs to it could not be done',
  batchIdTwice: 'Each request of a batch needs an id of its own',
  batchRefuses: 'This call cannot be made in a batch',
  batchNotAtomic: 'This call cannot be part of an all-or-nothing batch',
  cursorInvalid: 'The cursor must be one that this server gave',
  pullLimitInvalid: 'The limit must be a whole number from 1 to 500',
  secondFactorRequired: 'Enter the code from your authenticator app',
  secondFactorInvalid:
    'This code is not valid. Codes change every 30 seconds and work once: enter the one that the app shows now.',
  secondFactorSetupRequired: 'Set up two-step sign-in first: this installation requires it of its admins.',
  secondFactorOn: 'Two-step sign-in is already on for this account',
  secondFactorOff: 'Two-step sign-in is not on for this account. Start again.',
  passwordChangeRequired: 'Choose a new password first: the one you signed in with was generated.',
  passwordUnchanged: 'Please choose a password that is not the current one',
  courseLocked: 'This course is not activated for your account',
  notFound: 'Nothing was found at this address',
  methodNotAllowed: 'This address does not take that kind of request',
  bodyNotJson: 'The request must be sent as JSON (Content-Type: application/json)',
  bodyMalformed: 'The request could not be read: it is not valid JSON',
  keyReused: 'This idempotency key was used before for a different request',
  keyInvalid: 'The idempotency key must be a UUID',
  tooManyRequests: 'Too many attempts. Please wait a moment and try again.',
  serverBusy:
    'The server is checking many passwords at once just now. Nothing was changed; please try again in a few seconds.',
  internal: 'Something went wrong on the server. Nothing you typed is lost; please try again.',
} as const;
