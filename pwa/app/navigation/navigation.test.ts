import { expect, it } from 'vitest';
import {
  accountLinks,
  adminLink,
  adminLinks,
  footerLinks,
  isInSection,
  navigationFor,
} from './navigation.ts';

/** All screens exist. */
const everything = (name: string) => `/${name}`;
const labels = (pathname: string, isKnown = false) =>
  navigationFor({ pathname, isKnown, find: everything }).links.map((link) => link.label);

it('offers Contact Support, Login and Sign Up on the front page', () => {
  const bar = navigationFor({ pathname: '/', isKnown: false, find: everything });
  expect(bar.links.map((link) => link.label)).toEqual(['Contact Support']);
  expect(bar.login).toBe('/login');
  expect(bar.signup).toBe('/signup');
  expect(bar.hasAccountMenu).toBe(false);
});

it('links to the library on every page except the front page, login and sign-up', () => {
  for (const pathname of ['/courses', '/courses/course-1', '/dashboard', '/terms'])
    expect(labels(pathname)).toContain('Library');
  for (const pathname of ['/', '/login', '/signup']) expect(labels(pathname)).not.toContain('Library');
});

it('offers the account menu instead of the buttons to known users', () => {
  const bar = navigationFor({ pathname: '/courses', isKnown: true, find: everything });
  expect(bar.hasAccountMenu).toBe(true);
  expect([bar.login, bar.signup]).toEqual([null, null]);
});

it('does not link to the current page', () => {
  expect(navigationFor({ pathname: '/login', isKnown: false }).login).toBeNull();
  expect(navigationFor({ pathname: '/signup', isKnown: false }).signup).toBeNull();
});

it('does not link to screens that do not exist', () => {
  const nothing = () => null;
  expect(navigationFor({ pathname: '/courses', isKnown: false, find: nothing }).links).toEqual([]);
  expect(accountLinks(nothing)).toEqual([]);
  expect(footerLinks(nothing)).toEqual([]);
});

it('has Dashboard, Search, Edit Profile, the sync centre, storage and support in the menu, and four links in the footer', () => {
  expect(accountLinks(everything).map((link) => link.label)).toEqual([
    'Dashboard',
    'Search lessons',
    'Edit Profile',
    'Sync centre',
    'Storage',
    'Support',
  ]);
  expect(footerLinks(everything).map((link) => link.label)).toEqual([
    'Courses',
    'Support',
    'Terms',
    'Privacy',
  ]);
});

it('offers the admin pages to admins only', () => {
  expect(adminLink('user', everything)).toEqual([]);
  expect(adminLink('admin', everything)).toEqual([{ label: 'Admin', to: '/adminDashboard' }]);
  expect(adminLinks().map((link) => link.to)).toEqual([
    '/admin/dashboard',
    '/admin/workspace',
    '/admin/codes',
    '/admin/users',
    '/admin/reports',
    '/admin/support',
    '/admin/audit',
    '/admin/site',
  ]);
});

it('marks the section of every admin page in the admin bar', () => {
  const sectionOf = (pathname: string) =>
    adminLinks()
      .filter(({ to }) => isInSection(pathname, to))
      .map(({ label }) => label);
  for (const pathname of ['/admin/workspace', '/admin/trash', '/admin/import', '/admin/courses/course-1'])
    expect(sectionOf(pathname)).toEqual(['Workspace']);
  expect(sectionOf('/admin/codes/shops')).toEqual(['Codes']);
  expect(sectionOf('/admin/users/user-1')).toEqual(['Users']);
});
