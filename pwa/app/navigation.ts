import type { Role } from '#schema/user.ts';
import { findPath, findRoute, type RouteName } from '../paths.ts';

export interface NavigationLink {
  readonly label: string;
  readonly to: string;
}

export interface Navigation {
  /** Quiet links, in the bar where there is room and always in the menu. */
  readonly links: readonly NavigationLink[];
  /** The two buttons of those who are not signed in, and not where the person already is. */
  readonly login: string | null;
  readonly signup: string | null;
  readonly hasAccountMenu: boolean;
}

interface NavigationInput {
  pathname: string;
  isKnown: boolean;
  /** Where an address is, or null when that screen does not exist (yet). */
  find?: (name: string) => string | null;
}

const WITHOUT_LIBRARY: readonly (RouteName | null)[] = ['home', 'login', 'signup'];

/**
 * What the bar shows where (section 2, Shell). Known people get their account menu on the front page too:
 * offering them Login there would look as if they had been signed out.
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

/** Links of the account menu: Dashboard, the search, Edit Profile, where one's work is and what the device keeps, as far as they exist. */
export function accountLinks(find: (name: string) => string | null = findPath): NavigationLink[] {
  return [
    link('Dashboard', find('dashboard')),
    link('Search lessons', find('search')),
    link('Edit Profile', find('profile')),
    link('Sync centre', find('syncCentre')),
    link('Storage', find('storage')),
  ].filter((each) => each !== null);
}

/** What admins find in their account menu besides. */
export function adminLink(role: Role, find: (name: string) => string | null = findPath): NavigationLink[] {
  return role === 'admin' ? [link('Admin', find('adminDashboard'))].filter((each) => each !== null) : [];
}

/** The admins' own bar. */
export function adminLinks(find: (name: string) => string | null = findPath): NavigationLink[] {
  return [
    link('Dashboard', find('adminDashboard')),
    link('Workspace', find('adminWorkspace')),
    link('Users', find('adminUsers')),
    link('Support', find('adminSupport')),
    link('Audit', find('adminAudit')),
  ].filter((each) => each !== null);
}

/** Links at the foot of every page (section 2, Shell), as far as they exist. */
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
