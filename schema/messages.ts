/** Every sentence that the specification fixes (sections 5, 8 and 9), and those both sides share. */
export const messages = {
  noData: 'No data in response',
  noToken: 'No token in response data',
  noUser: 'No user in response data',
  notAdmin: 'User is not an admin',

  networkError: 'Network error - check if the server is running',
  loginInvalid: 'Invalid email or password',
  adminLoginInvalid: 'Invalid admin credentials',
  registerInvalid: 'Invalid registration data',
  emailTaken: 'An account with this email already exists',
  loginFailed: 'Failed to login',
  adminLoginFailed: 'Failed to login as admin',
  registerFailed: 'Failed to register',
  loginNoResponse: 'Network error: Please check your internet connection and try again.',
  signupFailed: 'Failed to create account. Please try again.',

  passwordsDiffer: 'Passwords do not match',
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordTooLong: 'Password must be at most 256 characters long',
  passwordTooCommon: 'This password is among the most used ones and easy to guess. Please choose another.',

  codeMissing: 'Please enter an activation code',
  codeInvalid: 'Invalid activation code',
  codeUsed: 'This activation code has already been used',
  codeRevoked: 'This activation code has been withdrawn. Please contact support.',
  codeExpired: 'This activation code has expired. Please contact support.',
  codeOtherCourse: 'This activation code belongs to another course',
  courseNotFound: 'Course not found',
  activationFailed: 'Failed to activate course',
  activationScreenFailed: 'Failed to activate course. Please check your activation code and try again.',

  coursesFailed: 'Error fetching courses',
  courseFailed: 'Error fetching course details',
  contentFailed: 'Error fetching course content',
  noCourses: 'No courses available',
  courseNotFoundTitle: 'Course Not Found',
  contentProblemTitle: 'Problem Loading Content',
  authenticationRequired: 'Authentication Required',

  profileForbidden: 'You do not have permission to update this profile',
  profileFailed: 'Failed to update profile',
  profileScreenFailed: 'Failed to update profile. Please try again.',
  userNotFound: 'User not found',
  avatarTooLarge: 'Image is too large. Please select an image smaller than 10MB.',
  avatarUnreadable: 'Failed to process image. Please try a different image.',
  currentPasswordWrong: 'Current password is incorrect',
  passwordForbidden: 'You do not have permission to update this password',
  passwordFailed: 'Failed to update password',
  passwordScreenFailed: 'Failed to update password. Please check your current password.',
  newPasswordsDiffer: 'New passwords do not match',
  savedOnDevice: 'Saved on this device',
  profileUpdated: 'Profile updated',
  passwordUpdated: 'Password updated',

  recoveryFailed: 'Failed to send recovery email. Please try again.',
  otpInvalid: 'Invalid or expired code. Please try again.',
  otpEmailMissing: 'Email is missing. Please go back to the previous step.',
  otpResendFailed: 'Failed to resend code. Please try again.',
  resetSessionInvalid: 'Invalid reset session. Please restart the password recovery process.',
  resetFailed: 'Failed to reset password. Please try again.',

  supportFailed: 'Error submitting support request. Please try again.',

  adminLoginScreenFailed: 'Invalid admin credentials. Please try again.',
  adminDataFailed: 'Error fetching admin data',
  courseStatusFailed: 'Error updating course status',
  courseDeleteFailed: 'Error deleting course',
  usersFailed: 'Error fetching users',
  noUsersFound: 'No users found matching your criteria',
  roleOwn: 'You cannot change your own role. Another admin can do it for you.',
  roleLastAdmin: 'This is the last admin. Make somebody else an admin first.',

  unsavedChanges: 'You have unsaved changes. Click "Save Course" to save all changes.',
  courseFieldsMissing: 'Please fill in all required fields: title, description, and instructor',
  changesFailed: 'Error saving changes',
  courseSaveFailed: 'Error saving course',
  moduleAddFailed: 'Error adding module',
  lessonAddFailed: 'Error adding lesson',
  resourceAddFailed: 'Error adding resource',
  resourceDeleteFailed: 'Error deleting resource',
  videoUploadFailed: 'Error uploading video',
  videoUploaded: 'Video uploaded successfully!',
  thumbnailAfterCreateFailed:
    'Course created but thumbnail upload failed. You can try uploading it again after saving.',
  videoUrlFailed: 'Failed to update video URL',
  codesFailed: 'Error uploading activation codes',
  courseIncomplete: 'A course can be published once it has modules and every module has lessons.',
  coursePublished: 'A published course cannot be deleted. Unpublish it first.',
  finishWorkspaceRefused: 'Cannot mark as finished. Course needs modules with lessons.',
  finishEditorRefused: 'Cannot mark as finished. Please add at least one module with lessons.',
  moduleNeedsCourse: 'Please save the course first before adding modules',
  courseIdInvalid: 'Invalid course ID. Please save the course properly first',
  moduleDeleteAsked: 'Are you sure you want to delete this module? This action cannot be undone.',
  lessonDeleteAsked: 'Are you sure you want to delete this lesson? This action cannot be undone.',
  resourceDeleteAsked: 'Are you sure you want to delete this resource? This action cannot be undone.',
  moduleAdded: 'Module added successfully!',
  lessonAdded: 'Lesson added successfully!',
  captionsUnreadable:
    'This file holds no captions. Please choose a WebVTT file (.vtt): its first line begins with WEBVTT.',
  captionsTooLong: 'These captions are too long. A file may have 300,000 characters.',
  resourceAdded: 'Resource added successfully!',
  resourceDeleted: 'Resource deleted successfully!',
  videoUrlUpdated: 'Video URL updated successfully!',
  moduleMarked: 'Module marked for deletion. Changes will be saved when you click "Save Course".',
  lessonMarked: 'Lesson marked for deletion. Changes will be saved when you click "Save Course".',
  lessonNestedTooDeep: 'The HTML of this lesson leaves too many tags open. Please close them and try again.',
  videoUrlMissing: 'Please enter a video address',
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

  codesNeedCourse: 'Please save the course first before uploading activation codes',
  codeFileType: 'Invalid file type. Please upload a CSV or TXT file.',
  codeFileTooLarge: 'File is too large. Please upload a file smaller than 10MB.',
  codesNone: 'No valid activation codes found in the file. Please check the file format.',

  fileMissing: 'No file was sent. Please choose one and try again.',
  fileEmpty: 'This file is empty. Please choose another.',
  fileLost: 'This file is not on this device any more. Please choose it again.',
  fileUnreadable: 'This file could not be read. Please choose it again, or another one.',
  multipartNeeded: 'The file must be sent as a form (Content-Type: multipart/form-data)',
  filesTooMany: 'Please send one file at a time',
  formMalformed: 'The file did not arrive whole. Please send it again.',
  serverFull:
    'The server has no room left for this file, so it was not stored. What was there before is unchanged; please tell whoever runs it.',
  thumbnailNotImage:
    'This file is not an image that can be used. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  thumbnailTooLarge: 'This image is too large. Please choose one below 10 MB and 40 megapixels.',
  videoNotVideo:
    'This file is not a video that can be used. Please choose an MP4, MOV, WebM, OGG, AVI, WMV or FLV.',
  videoTooLarge: 'This video is larger than 45MB. Please compress it and try again.',

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
  sessionEnded: 'Your session has ended. Please sign in again.',
  notAllowed: 'You do not have permission to do this',
  courseLocked: 'This course is not activated for your account',
  notFound: 'Nothing was found at this address',
  methodNotAllowed: 'This address does not take that kind of request',
  bodyTooLarge: 'The request is too large',
  bodyNotJson: 'The request must be sent as JSON (Content-Type: application/json)',
  bodyMalformed: 'The request could not be read: it is not valid JSON',
  inputInvalid: 'Some fields are missing or not valid',
  keyReused: 'This idempotency key was used before for a different request',
  keyInvalid: 'The idempotency key must be a UUID',
  tooManyRequests: 'Too many attempts. Please wait a moment and try again.',
  replyUnreadable:
    'The answer could not be read: something between this device and the server got in the way',
  outboxFileUnreadable: 'This file is not one of unsent work from Carrel. Nothing was changed.',
  outboxFileNewer: 'This file was written by a newer version of Carrel. Please update Carrel here first.',
  outboxFileForeign:
    'This file holds the unsent work of another person. Please sign in as that person to read it in.',
  storageFull:
    'This device has no room left, so this could not be kept here. What you typed is still on the screen and everything kept before is safe. Free some space (Storage, in your account menu), then try again.',
  storeGone: 'You are no longer signed in on this device, so this was not kept on it',
  attemptFailed: 'That did not work, and nothing was changed. Please try again.',
  internal: 'Something went wrong on the server. Nothing you typed is lost; please try again.',
} as const;

/** The editor, when few codes are left of a course (section 9). */
export function lowCodesMessage(remaining: number): string {
  return `Warning: You have ${remaining} activation codes remaining. Consider uploading more.`;
}

/** Login screen, when the server answered without a sentence of its own (section 8). */
export function serverErrorMessage(status: number): string {
  return `Server error (${status}): Please try again or contact support.`;
}

/** A thumbnail that the server did not take, without a sentence of its own (section 8). */
export function thumbnailFailedMessage(status: number): string {
  return `Error ${status}: Failed to upload thumbnail.`;
}

/** A thumbnail that never reached the server (section 8). */
export function thumbnailNetworkMessage(message: string): string {
  return `Network error: ${message}. Please check your connection and try again.`;
}
