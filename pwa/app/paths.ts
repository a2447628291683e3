import * as v from 'valibot';
import { Id } from '#schema/id.ts';

/**
 * Every route that exists, once. A screen that does not exist yet is not here, and nothing links to it:
 * adding its line makes the navigation bar, the footer and the redirects know it.
 */
export const routePatterns = {
  home: '/',
  courses: '/courses',
  course: '/courses/:courseId',
  activate: '/courses/:courseId/activate',
  learn: '/courses/:courseId/learn',
  login: '/login',
  signup: '/signup',
  dashboard: '/dashboard',
  terms: '/terms',
  privacy: '/privacy',
} as const;

export type RouteName = keyof typeof routePatterns;

/** Where a person goes after signing in when nothing else was asked for. */
const HOME_OF_LEARNERS = routePatterns.dashboard;

const path = (pattern: string, courseId: string) =>
  pattern.replace(':courseId', encodeURIComponent(courseId));
const withQuery = (base: string, name: string, value: string | undefined) =>
  value === undefined ? base : `${base}?${name}=${encodeURIComponent(value)}`;

/** Addresses of the app's screens; the only place that spells them. */
export const paths = {
  home: routePatterns.home,
  courses: routePatterns.courses,
  dashboard: routePatterns.dashboard,
  terms: routePatterns.terms,
  privacy: routePatterns.privacy,
  course: (courseId: string) => path(routePatterns.course, courseId),
  activate: (courseId: string) => path(routePatterns.activate, courseId),
  learn: (courseId: string, lessonId?: string) =>
    withQuery(path(routePatterns.learn, courseId), 'lesson', lessonId),
  login: (redirect?: string) => withQuery(routePatterns.login, 'redirect', redirect),
  signup: (redirect?: string) => withQuery(routePatterns.signup, 'redirect', redirect),
};

/** The address of a screen that may not exist (yet): null then, and whoever asks leaves the link out. */
export function findPath(name: string): string | null {
  return Object.entries(routePatterns).find(([known]) => known === name)?.[1] ?? null;
}

/** Whether a path, without query, is one of the app's screens. */
export function matchesRoute(pathname: string): boolean {
  const words = pathname.split('/');
  return Object.values(routePatterns).some((pattern) => {
    const parts = pattern.split('/');
    return parts.length === words.length && parts.every((part, index) => fits(part, words[index] ?? ''));
  });
}

function fits(part: string, word: string): boolean {
  return part.startsWith(':') ? v.is(Id, word) : part === word;
}

// Nothing but what our own addresses are made of: no scheme, no host, no backslash, no control character,
// no dot segments and, before the query, no percent sign behind which any of these could hide.
const OWN_PATH = /^\/[A-Za-z0-9/_-]*$/;
const OWN_QUERY = /^[A-Za-z0-9=&%+._~-]*$/;
const REDIRECT_MAX_CHARACTERS = 512;

/**
 * The part of a `redirect` parameter that may be followed: a path of this app with its query, else the
 * dashboard. It allows what is known rather than forbidding what is bad (security.md, URLs).
 */
export function safeRedirect(value: string | null | undefined): string {
  if (!value || value.length > REDIRECT_MAX_CHARACTERS) return HOME_OF_LEARNERS;
  const [pathname = '', query, ...rest] = value.split('?');
  const isOwn =
    rest.length === 0 &&
    OWN_PATH.test(pathname) &&
    matchesRoute(pathname) &&
    (query === undefined || OWN_QUERY.test(query));
  return isOwn && !isSigningIn(pathname) ? value : HOME_OF_LEARNERS;
}

/** Coming back to the login after a login would look as if it had failed. */
function isSigningIn(pathname: string): boolean {
  return pathname === routePatterns.login || pathname === routePatterns.signup;
}
