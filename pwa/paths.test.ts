import { describe, expect, it } from 'vitest';
import { findParameter, findPath, findRoute, paths, safeRedirect } from './paths.ts';

describe('safeRedirect', () => {
  it('redirects an admin to the requested page, otherwise to the admin dashboard', () => {
    const home = '/admin/dashboard';
    expect(safeRedirect('/admin/workspace?tab=published', home)).toBe('/admin/workspace?tab=published');
    for (const value of [null, '/admin/login', '//evil.example', '/admin/elsewhere'])
      expect(safeRedirect(value, home)).toBe(home);
  });

  it.each([
    '/dashboard',
    '/courses',
    '/courses/course-1',
    '/courses/course-1/activate',
    '/courses/0192f0c1-7e1c-7c1e-8f3a-5b1c2d3e4f50/learn?lesson=course-1-lesson-04',
    '/terms',
    '/library?search=tides&category=templates',
    '/support',
    '/profile',
    '/',
    '/courses/',
  ])('accepts %s, a path of the app', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  it.each([null, undefined, ''])('redirects to the dashboard without a request (%s)', (value) => {
    expect(safeRedirect(value)).toBe('/dashboard');
  });

  it.each([
    '/login',
    '/signup',
    '/forgot-password',
    '/verify-otp',
    '/reset-password',
    '/login?redirect=/dashboard',
    '/signup/',
  ])('does not redirect to %s after a login', (path) => {
    expect(safeRedirect(path)).toBe('/dashboard');
  });

  it.each([
    // other origins
    'https://evil.example',
    'http://evil.example/dashboard',
    'HTTPS://evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/dashboard',
    '//evil.example/courses',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '\\evil.example',
    '/%5cevil.example',
    '/%2f/evil.example',
    '/%2Fevil.example',
    '%2f%2fevil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' https://evil.example',
    '/ /evil.example',
    '/./evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/../evil.example',
    '/dashboard/..//evil.example',
    '/dashboard/../../evil.example',
    '/courses/../..//evil.example',
    '/;@evil.example',
    '/@evil.example',
    '@evil.example',
    'evil.example',
    'evil.example/dashboard',
    '.evil.example',
    ':80',
    '/dashboard@evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https:\\\\evil.example',
    'https://127.0.0.1@evil.example/dashboard',
    'https://evil.example/dashboard?x=http://127.0.0.1',
    '/https://evil.example',
    '/http:/evil.example',
    '〱evil.example',
    '/〵evil.example',
    '/／evil.example',
    '／／evil.example',
    '。evil.example',
    '/\u0000/evil.example',
    '/\u2028/evil.example',
    '/\u00a0/evil.example',
    '/\ufeff/evil.example',
    '/\u202edashboard',
    // script URLs
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://evil.example/%0aalert(1)',
    '/javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'mailto:bob@example.com',
    // not a screen of the app
    'dashboard',
    'courses/course-1',
    '?redirect=/dashboard',
    '#/dashboard',
    '/dashboard#https://evil.example',
    '/dashboard//',
    '//dashboard',
    '/dashboard/more',
    '/Dashboard',
    '/dashboard.html',
    '/dashboard;jsessionid=1',
    '/dashboard%3f',
    '/dashboard%00',
    '/api/auth/me',
    '/media/thumbnails/a-640.webp',
    '/sw.js',
    '/index.html',
    '/nowhere',
    '/courses//activate',
    '/courses/a b',
    '/courses/a%2Fb',
    '/courses/..',
    '/courses/../activate',
    '/courses/course-1/../../api',
    '/courses/course-1/delete',
    `/courses/${'x'.repeat(65)}`,
    // queries that contain more than a query
    '/dashboard?a=1?b=2',
    '/dashboard?next=//evil.example',
    '/dashboard?next=https://evil.example',
    '/dashboard?x=<script>',
    '/dashboard?x=a b',
    '/dashboard?x="onerror=',
    '/dashboard?x=1#y',
    `/dashboard?x=${'y'.repeat(600)}`,
  ])('rejects %j', (payload) => {
    expect(safeRedirect(payload)).toBe('/dashboard');
  });

  it('never leaves the origin, whatever it returns', () => {
    const origin = 'https://carrel.example';
    for (const start of ['/', '//', '\\', '/\\', 'https:', '/courses/', '/dashboard?', ' ', '\t/', '%2f'])
      for (const end of ['evil.example', '/evil.example', '\\evil.example', '@evil.example', ':80', '..//e'])
        expect(new URL(safeRedirect(start + end), origin).origin).toBe(origin);
  });
});

describe('paths', () => {
  it('survive the redirect parameter of the login', () => {
    const wanted = paths.learn('course-1', 'lesson-4');
    const query = new URL(paths.login(wanted), 'https://carrel.example').searchParams;
    expect(safeRedirect(query.get('redirect'))).toBe('/courses/course-1/learn?lesson=lesson-4');
  });

  it('map to their route, with or without a trailing slash', () => {
    expect(findRoute('/')).toBe('home');
    expect(findRoute('/courses/course-1/learn')).toBe('learn');
    expect(findRoute('/courses/course-1/')).toBe('course');
    expect(findRoute('/nowhere')).toBeNull();
  });

  it('have the parameters of their route', () => {
    expect(findParameter('/courses/Tides/learn/', 'courseId')).toBe('Tides');
    expect(findParameter('/admin/users/7', 'userId')).toBe('7');
    expect(findParameter('/courses/tides', 'userId')).toBe('');
    expect(findParameter('/nowhere/tides', 'courseId')).toBe('');
  });

  it('are null for a screen that does not exist', () => {
    expect(findPath('courses')).toBe('/courses');
    expect(findPath('treasury')).toBeNull();
    expect(findPath('toString')).toBeNull();
  });
});
