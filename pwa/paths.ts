import * as v from 'valibot';
import { Id } from '#schema/id.ts';

/**
 * The server's first page, never answered by the worker: a network that asks its users to sign in replaces it by its own
 * page, as it does with every call.
 */
export const NETWORK_PAGE = '/?network';

/**
 * Every route, listed once. A screen that does not exist yet is not listed, and nothing links to it: adding
 * its line makes the navigation bar, the footer and the redirects include it.
 */
export const routePatterns = {
  home: '/',
  courses: '/courses',
  enterCode: '/activate',
  card: '/activate/:courseId',
  course: '/courses/:courseId',
  activate: '/courses/:courseId/activate',
  learn: '/courses/:courseId/learn',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  verifyOtp: '/verify-otp',
  resetPassword: '/reset-password',
  library: '/library',
  support: '/support',
  profile: '/profile',
  syncCentre: '/sync',
  search: '/search',
  storage: '/storage',
  dashboard: '/dashboard',
  adminLogin: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminWorkspace: '/admin/workspace',
  adminTrash: '/admin/trash',
  // Before the course's own line, which would match `new` as an id.
  adminNewCourse: '/admin/courses/new',
  adminCourse: '/admin/courses/:courseId',
  adminCodes: '/admin/codes',
  // Before the batch's own line, which would match `shops` as an id.
  adminShops: '/admin/codes/shops',
  adminCodeBatch: '/admin/codes/:batchId',
  adminUsers: '/admin/users',
  adminUser: '/admin/users/:userId',
  adminSupport: '/admin/support',
  adminImport: '/admin/import',
  adminAudit: '/admin/audit',
  adminReports: '/admin/reports',
  adminSite: '/admin/site',
  terms: '/terms',
  privacy: '/privacy',
} as const;

export type RouteName = keyof typeof routePatterns;

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routePatterns, name);
const routeNames = Object.keys(routePatterns).filter(isRouteName);

/** The default redirect after signing in. */
const HOME_OF_LEARNERS = routePatterns.dashboard;

/** Query parameter of the course editor: the id of the module or lesson to open. */
export const RECORD_PARAMETER = 'record';

/** Query parameter of the list of codes: the form that is open. */
export const FORM_PARAMETER = 'form';

const path = (pattern: string, courseId: string) =>
  pattern.replace(':courseId', encodeURIComponent(courseId));
const withQuery = (base: string, name: string, value: string | undefined) =>
  value === undefined ? base : `${base}?${name}=${encodeURIComponent(value)}`;

/** The paths of the app's screens; built nowhere else. */
export const paths = {
  home: routePatterns.home,
  courses: routePatterns.courses,
  enterCode: routePatterns.enterCode,
  dashboard: routePatterns.dashboard,
  library: routePatterns.library,
  support: routePatterns.support,
  profile: routePatterns.profile,
  syncCentre: routePatterns.syncCentre,
  search: (segments?: string) => withQuery(routePatterns.search, 'q', segments),
  storage: routePatterns.storage,
  forgotPassword: routePatterns.forgotPassword,
  verifyOtp: routePatterns.verifyOtp,
  resetPassword: routePatterns.resetPassword,
  adminDashboard: routePatterns.adminDashboard,
  adminWorkspace: routePatterns.adminWorkspace,
  adminTrash: routePatterns.adminTrash,
  adminNewCourse: routePatterns.adminNewCourse,
  /** @param recordId the module or lesson to open in the editor */
  adminCourse: (courseId: string, recordId?: string) =>
    withQuery(path(routePatterns.adminCourse, courseId), RECORD_PARAMETER, recordId),
  /**
   * @param courseId lists the batches of this course only
   * @param form the form that is open: that which draws codes
   */
  adminCodes: (courseId?: string, form?: 'draw') => {
    const list = withQuery(routePatterns.adminCodes, 'course', courseId);
    return form === undefined ? list : `${list}&${FORM_PARAMETER}=${form}`;
  },
  adminCodeBatch: (batchId: string) =>
    routePatterns.adminCodeBatch.replace(':batchId', encodeURIComponent(batchId)),
  adminShops: routePatterns.adminShops,
  adminUsers: routePatterns.adminUsers,
  adminUser: (userId: string) => routePatterns.adminUser.replace(':userId', encodeURIComponent(userId)),
  adminSupport: routePatterns.adminSupport,
  /** @param search lists the requests with this text only */
  adminSupportOf: (search: string) => withQuery(routePatterns.adminSupport, 'search', search),
  adminImport: routePatterns.adminImport,
  adminAudit: routePatterns.adminAudit,
  adminReports: routePatterns.adminReports,
  adminSite: routePatterns.adminSite,
  adminLogin: (redirect?: string) => withQuery(routePatterns.adminLogin, 'redirect', redirect),
  terms: routePatterns.terms,
  privacy: routePatterns.privacy,
  course: (courseId: string) => path(routePatterns.course, courseId),
  activate: (courseId: string) => path(routePatterns.activate, courseId),
  /** The page that the QR code of a printed code opens; the code is in the fragment (schema/activation/code-link.ts). */
  card: (courseId: string) => path(routePatterns.card, courseId),
  learn: (courseId: string, lessonId?: string) =>
    withQuery(path(routePatterns.learn, courseId), 'lesson', lessonId),
  login: (redirect?: string) => withQuery(routePatterns.login, 'redirect', redirect),
  signup: (redirect?: string) => withQuery(routePatterns.signup, 'redirect', redirect),
};

/** The path of a screen; null if the screen does not exist, so that the caller omits the link. */
export function findPath(name: string): string | null {
  return isRouteName(name) ? routePatterns[name] : null;
}

/** A parameter of the route of a path, such as the id of a course; '' if it has none. */
export function findParameter(pathname: string, name: 'courseId' | 'batchId' | 'userId'): string {
  const route = findRoute(pathname);
  const index = route === null ? -1 : routePatterns[route].split('/').indexOf(`:${name}`);
  return pathname.split('/')[index] ?? '';
}

/** The route of a path (without query); null if it is no screen of the app. */
export function findRoute(pathname: string): RouteName | null {
  const segments = withoutTrailingSlash(pathname).split('/');
  return routeNames.find((name) => fits(routePatterns[name].split('/'), segments)) ?? null;
}

function withoutTrailingSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}

function fits(parts: readonly string[], segments: readonly string[]): boolean {
  return (
    parts.length === segments.length &&
    parts.every((part, index) =>
      part.startsWith(':') ? v.is(Id, segments[index]) : part === segments[index],
    )
  );
}

// Only characters of our own paths: no scheme, host, backslash, control character or dot segment, and before
// the
// query no percent sign, which could encode any of these.
const OWN_PATH = /^\/[A-Za-z0-9/_-]*$/;
const OWN_QUERY = /^[A-Za-z0-9=&%+._~-]*$/;
const REDIRECT_MAX_CHARACTERS = 512;

/**
 * Returns a `redirect` parameter if it is a path of this app with an optional query, otherwise `home` (the
 * dashboard). An allowlist instead of a blocklist (docs/security.md).
 */
export function safeRedirect(value: string | null | undefined, home: string = HOME_OF_LEARNERS): string {
  if (!value || value.length > REDIRECT_MAX_CHARACTERS) return home;
  const [pathname = '', query = '', ...rest] = value.split('?');
  if (rest.length > 0 || !OWN_PATH.test(pathname) || !OWN_QUERY.test(query)) return home;
  const route = findRoute(pathname);
  return route === null || isSigningIn(route) ? home : value;
}

/** Sign-in screens. Returning to one after a login would look like a failure. */
const signInRoutes: readonly (RouteName | null)[] = [
  'login',
  'signup',
  'adminLogin',
  'forgotPassword',
  'verifyOtp',
  'resetPassword',
];

export function isSigningIn(route: RouteName | null): boolean {
  return signInRoutes.includes(route);
}
