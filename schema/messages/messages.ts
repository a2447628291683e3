/**
 * Every sentence for learners and visitors that the specification fixes (spec map, sections 5, 8 and 9), and
 * those used on both sides. The admin screens' are in admin-messages.ts, those that only the server writes in
 * server-messages.ts.
 */
export const messages = {
  noData: 'No data in response',
  noToken: 'No token in response data',
  noUser: 'No user in response data',
  notAdmin: 'User is not an admin',

  networkError: 'Network error - check if the server is running',
  loginInvalid: 'Invalid email or password',
  adminLoginInvalid: 'Invalid admin credentials',
  registerInvalid: 'Invalid registration data',
  loginFailed: 'Failed to login',
  adminLoginFailed: 'Failed to login as admin',
  registerFailed: 'Failed to register',
  loginNoResponse: 'Network error: Please check your internet connection and try again.',
  signupFailed: 'Failed to create account. Please try again.',

  passwordsDiffer: 'Passwords do not match',
  passwordTooShort: 'Password must be at least 8 characters long',
  passwordTooLong: 'Password must be at most 256 characters long',

  codeMissing: 'Please enter an activation code',
  codeInvalid: 'Invalid activation code',
  codeAmbiguous:
    'Several courses have this activation code. Open the page of your course and enter it there.',
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

  adminDataFailed: 'Error fetching admin data',
  devicesFailed: 'Your devices could not be loaded',
  deviceSignOutFailed: 'The device could not be signed out',

  changesFailed: 'Error saving changes',

  sessionEnded: 'Your session has ended. Please sign in again.',
  notAllowed: 'You do not have permission to do this',
  bodyTooLarge: 'The request is too large',
  inputInvalid: 'Some fields are missing or not valid',
  replyUnreadable:
    'The response is not from Carrel. A proxy or a sign-in page of the network may be in between',
  storeDeleted: 'You are no longer signed in on this device, so this was not saved',
  attemptFailed: 'The action failed. Nothing was changed. Please try again.',
} as const;

/** Login screen, when the server replied without its own sentence (spec map, section 8). */
export function serverErrorMessage(status: number): string {
  return `Server error (${status}): Please try again or contact support.`;
}
