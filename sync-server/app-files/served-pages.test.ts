import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';

const SHELL = '<!doctype html><head></head><div id="root">shell</div>';
const TEMPLATE =
  '<!doctype html><head></head><style>p{}</style><div id="root"><!--page--></div><!--data--><script>start()</script>';
/** Shows what it was called with. Its build is tested in e2e/worker/served-pages.spec.ts. */
const RENDERER = `export const renderPage = async (path, { courses }) => {
  if (courses.some(({ title }) => title === 'Unrenderable')) throw new Error('a defect');
  return '<p>' + path + ': ' + courses.map(({ title }) => title).join() + '</p>';
};`;
const pages = {
  '/courses': { template: TEMPLATE, data: 'catalogue' },
  '/courses/:courseId': { template: TEMPLATE, data: 'course' },
  '/login': { template: TEMPLATE, data: 'none' },
};

async function serverWithPages(courses = [fixtureCourse()]) {
  const appFolder = mkdtempSync(join(tmpdir(), 'carrel-app-'));
  onTestFinished(() => rmSync(appFolder, { recursive: true, force: true }));
  mkdirSync(join(appFolder, '.pages'));
  writeFileSync(join(appFolder, 'index.html'), SHELL);
  writeFileSync(join(appFolder, '.pages', 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(appFolder, '.pages', 'render-page.js'), RENDERER);
  return serverForTest({ courses, config: { appFolder, frameOrigins: ['https://tv.example.org'] } });
}

const draft = fixtureCourse({ id: 'knots', title: 'Knots', status: 'unpublished' });

it('shows public pages with the courses that every visitor may see', async () => {
  const server = await serverWithPages([fixtureCourse(), draft]);
  const { text } = await server.request('/courses');
  expect(text).toContain('<div id="root"><p>/courses: Reading the tides</p></div>');
  expect(text).not.toContain('Knots');
  expect((await server.request('/courses/tides')).text).toContain('<p>/courses/tides: Reading the tides</p>');
  expect((await server.request('/login')).text).toContain('<p>/login: </p>');
});

it('does not show an unpublished course, not even to its learners and admins', async () => {
  const server = await serverWithPages([fixtureCourse(), draft]);
  for (const options of [{}, { as: server.people.admin }]) {
    const { status, text } = await server.request('/courses/knots', options);
    expect([status, text]).toEqual([200, expect.stringContaining('shell')]);
  }
});

it.each([
  '/index.html',
  '/courses?page=2',
  '/login?redirect=/profile',
  '/courses/none',
  '/courses/:courseId',
  '/dashboard',
])('lets the app render %s', async (path) => {
  const server = await serverWithPages();
  expect((await server.request(path)).text).toContain('<div id="root">shell</div>');
});

it('is current with every request, and is revalidated each time', async () => {
  const server = await serverWithPages();
  const first = await server.request('/courses');
  expect(first.header('Cache-Control')).toBe('no-cache');
  const known = { headers: { 'If-None-Match': first.header('ETag') ?? '' } };
  expect((await server.request('/courses', known)).status).toBe(304);
  const { version } = JSON.parse((await server.request('/api/courses/tides')).text).course;
  const edited = await server.request('/api/admin/courses/tides', {
    method: 'PUT',
    as: server.people.admin,
    key: crypto.randomUUID(),
    headers: { 'If-Match': `"${version}"` },
    body: { title: 'Reading the <b>stars</b></script>' },
  });
  expect(edited.status).toBe(200);
  const second = await server.request('/courses', known);
  expect(second.status).toBe(200);
  expect(dataOf(second.text).courses[0].title).toBe('Reading the <b>stars</b></script>');
  expect((await server.request('/courses/tides')).text).toContain('stars');
});

it('has a policy with its own scripts and styles, and the same frames as the app', async () => {
  const server = await serverWithPages();
  const policies = await Promise.all(
    ['/courses', '/login'].map(async (path) =>
      (await server.request(path)).header('Content-Security-Policy'),
    ),
  );
  expect(policies[0]).toMatch(/script-src 'self' 'sha256-[^ ]+'; style-src 'self' 'sha256-[^ ]+';/);
  expect(policies[0]).toContain('https://tv.example.org');
  expect(policies[1]).toBe(policies[0]);
  expect((await server.request('/login')).text).toContain('<meta name="frame-origins"');
});

it('lets the app render a page whose rendering fails, and logs it', async () => {
  const server = await serverWithPages([fixtureCourse({ title: 'Unrenderable' })]);
  const { status, text } = await server.request('/courses');
  expect([status, text]).toEqual([200, expect.stringContaining('shell')]);
  expect(server.log.join()).toContain('a page could not be rendered');
});

it('lets the app fetch a list that is longer than the app itself', async () => {
  const title = 'x'.repeat(100);
  const courses = Array.from({ length: 60 }, (_, at) =>
    fixtureCourse({ id: `course-${at}`, title, lessonCount: 30, codes: [] }),
  );
  const server = await serverWithPages(courses);
  expect((await server.request('/courses')).text).toContain('shell');
  expect((await server.request('/courses/course-7')).text).toContain(title);
});

/** The data in a page, read as a browser does: up to the first end of a script. */
function dataOf(html: string) {
  const [, json = ''] = /id="served">([\s\S]*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}
