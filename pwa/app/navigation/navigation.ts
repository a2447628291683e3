import { findPath, findRoute, type RouteName } from '#pwa/paths.ts';
import type { Role } from '#schema/account/user.ts';

export interface NavigationLink {
  readonly label: string;
  readonly to: string;
}

export interface Navigation {
  /** Plain links, in the bar where they fit and always in the menu. */
  readonly links: readonly NavigationLink[];
  /** The two buttons for visitors, without the one for the current page. */
  readonly login: string | null;
  readonly signup: string | null;
  readonly hasAccountMenu: boolean;
}

interface NavigationInput {
  pathname: string;
  isKnown: boolean;
  /** Returns the path of a screen, or null if it does not exist. */
  find?: (name: string) => string | null;
}

const WITHOUT_LIBRARY: readonly (RouteName | null)[] = ['home', 'login', 'signup'];

/**
 * The content of the bar on each page (spec map, section 2). Known users get their account menu on the front
 * page too: a Login button would suggest that they had been signed out.
 */
export function navigationFor({ pathname, isKnown, find = findPath }: NavigationInput): Navigation {
  const route = findRoute(pathname);
  const links: (NavigationLink | null)[] = WITHOUT_LIBRARY.includes(route)
    ? []
    : [link('Courses', find('courses')), link('Library', find('library'))];
  if (route === 'home') links.push(link('Contact Support', find('support')));
  return {
    links: links.filter((each) => each !== null),
    login: isKnown || route === 'login' ? null : find('login'),
    signup: isKnown || route === 'signup' ? null : find('signup'),
    hasAccountMenu: isKnown,
  };
}

/**
 * Links of the account menu, limited to screens that exist: Dashboard, Search, Edit Profile, the sync centre, storage and
 * support.
 */
export function accountLinks(find: (name: string) => string | null = findPath): NavigationLink[] {
  return [
    link('Dashboard', find('dashboard')),
    link('Search lessons', find('search')),
    link('Edit Profile', find('profile')),
    link('Sync centre', find('syncCentre')),
    link('Storage', find('storage')),
    link('Support', find('support')),
  ].filter((each) => each !== null);
}

/** Further links of the account menu for admins. */
export function adminLink(role: Role, find: (name: string) => string | null = findPath): NavigationLink[] {
  return role === 'admin' ? [link('Admin', find('adminDashboard'))].filter((each) => each !== null) : [];
}

/** The links of the admin bar. */
export function adminLinks(find: (name: string) => string | null = findPath): NavigationLink[] {
  return [
    link('Dashboard', find('adminDashboard')),
    link('Workspace', find('adminWorkspace')),
    link('Codes', find('adminCodes')),
    link('Users', find('adminUsers')),
    link('Reports', find('adminReports')),
    link('Support', find('adminSupport')),
    link('Audit', find('adminAudit')),
    link('Site', find('adminSite')),
  ].filter((each) => each !== null);
}

const WORKSPACE_ROUTES: readonly (RouteName | null)[] = [
  'adminTrash',
  'adminImport',
  'adminNewCourse',
  'adminCourse',
];

/** Whether an admin page belongs to the section that a link of the admin bar opens. */
export function isInSection(pathname: string, to: string): boolean {
  if (pathname === to || pathname.startsWith(`${to}/`)) return true;
  return to === findPath('adminWorkspace') && WORKSPACE_ROUTES.includes(findRoute(pathname));
}

/** Links in the footer of every page (spec map, section 2), limited to screens that exist. */
export function footerLinks(find: (name: string) => string | null = findPath): NavigationLink[] {
  return [
    link('Courses', find('courses')),
    link('Support', find('support')),
    link('Terms', find('terms')),
    link('Privacy', find('privacy')),
  ].filter((each) => each !== null);
}

function link(label: string, to: string | null): NavigationLink | null {
  return to === null ? null : { label, to };
}
