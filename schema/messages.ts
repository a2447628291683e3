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
  storageFull:
    'This device has no room left, so this could not be kept here. What you typed is still on the screen and everything kept before is safe. Free some space, then try again.',
  storeGone: 'You signed out, so this was not kept on this device',
  internal: 'Something went wrong on the server. Nothing you typed is lost; please try again.',
} as const;

/** Login screen, when the server answered without a sentence of its own (section 8). */
export function serverErrorMessage(status: number): string {
  return `Server error (${status}): Please try again or contact support.`;
}
