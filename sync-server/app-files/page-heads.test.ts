import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const HEAD =
  '<head><title>Carrel</title><meta name="description" content="x"><meta name="apple-mobile-web-app-title" content="Carrel"></head>';
const MANIFEST = { name: 'Carrel', short_name: 'Carrel', theme_color: '#fbfaf6', start_url: '/dashboard' };
const RENDERER = 'export const renderPage = async (path, { site }) => path + site.name.length;';
const HOSTILE = '"><script>alert(1)</script>';

async function serverWithApp(courses = [fixtureCourse()], publicUrl?: string) {
  const appFolder = mkdtempSync(join(tmpdir(), 'carrel-app-'));
  onTestFinished(() => rmSync(appFolder, { recursive: true, force: true }));
  mkdirSync(join(appFolder, '.pages'));
  const template = `<!doctype html>${HEAD}<div id="root"><!--page--></div><!--data-->`;
  writeFileSync(join(appFolder, 'index.html'), `<!doctype html>${HEAD}shell`);
  writeFileSync(join(appFolder, 'manifest.webmanifest'), JSON.stringify(MANIFEST));
  writeFileSync(join(appFolder, '.pages', 'render-page.js'), RENDERER);
  writeFileSync(join(appFolder, '.pages', 'pages.json'), JSON.stringify({ '/': { template, data: 'none' } }));
  return serverForTest({ courses, config: { appFolder, publicUrl } });
}

const change = (server: TestServer, body: object) =>
  server.request('/api/admin/site', {
    method: 'PUT',
    as: server.people.admin,
    key: crypto.randomUUID(),
    body,
  });

const tagsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:title|meta|link)[^>]*>(?:[^<]*<\/title>)?/g)].map(([tag]) => tag);

it.each([
  '/',
  '/courses',
  '/library',
  '/support',
  '/terms',
  '/privacy',
  '/signup',
  '/login',
  '/courses/tides',
])('the head of %s says what the page is, at the configured address', async (path) => {
  const server = await serverWithApp([fixtureCourse()], 'https://learn.example.org');
  for (const address of [path, `${path}?utm_source=post`]) {
    const page = await server.request(address, { headers: { Host: 'evil.example' } });
    const tags = tagsOf(page.text).join('\n');
    expect(tags).toMatch(/<title>.+ · Carrel<\/title>/);
    expect(tags).toMatch(/name="description" content="(?!x").{9}/);
    expect(tags).toContain(`property="og:url" content="https://learn.example.org${path}"`);
    expect(tags).toContain(`rel="canonical" href="https://learn.example.org${path}"`);
    expect(tags).toMatch(/"og:title" content="[^"]+"[\s\S]*"og:description"[\s\S]*"twitter:card"/);
    expect(tags).toMatch(/"og:image" content="https:\/\/learn\.example\.org\/[\w./-]+"/);
    expect(page.text).not.toContain('evil.example');
    expect(page.header('X-Robots-Tag')).toBeNull();
  }
});

it('nothing absolute is written without the configured address', async () => {
  const server = await serverWithApp();
  const { text } = await server.request('/courses', { headers: { Host: 'evil.example' } });
  expect(text).toContain('og:title');
  expect(text).not.toMatch(/og:url|og:image|canonical|evil/);
});

it.each(['/dashboard', '/admin/login', '/courses/knots', '/courses/none', '/courses/tides/learn'])(
  'search engines are not to list %s, whose head says nothing',
  async (path) => {
    const draft = fixtureCourse({ id: 'knots', title: 'Knots', status: 'unpublished' });
    const server = await serverWithApp([fixtureCourse(), draft]);
    const page = await server.request(path);
    expect(page.header('X-Robots-Tag')).toBe('noindex');
    expect(page.text).toBe((await server.request('/index.html')).text);
  },
);

it('names of courses and of the school are text and never markup', async () => {
  const course = fixtureCourse({ title: HOSTILE });
  const server = await serverWithApp([course], 'https://learn.example.org');
  await change(server, { name: HOSTILE, heroTitle: HOSTILE, heroLead: HOSTILE });
  for (const path of ['/', '/courses/tides', '/dashboard', '/?a=b']) {
    const { text } = await server.request(path);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('content="">');
    expect(text).toMatch(/<script type="application\/json" id="site">\{"name":"\\">\\u003cscript>/);
  }
});

it('a change of the settings is on the next page, with 304 until then, and never in the shell of the worker', async () => {
  const server = await serverWithApp();
  for (const path of ['/', '/courses', '/dashboard', '/manifest.webmanifest']) {
    const first = await server.request(path);
    const known = { headers: { 'If-None-Match': first.header('ETag') ?? '' } };
    expect((await server.request(path, known)).status).toBe(304);
    await change(server, { name: `Harbour ${path}`, colour: '#7a1f5c' });
    const second = await server.request(path, known);
    expect([second.status, second.text.includes(`Harbour ${path}`)]).toEqual([200, true]);
    await change(server, { name: '', colour: '' });
  }
  await change(server, { name: 'Harbour School' });
  expect((await server.request('/index.html')).text).not.toContain('Harbour');
});

it('the manifest has the name and the colour of the school, and all else as it was built', async () => {
  const server = await serverWithApp();
  await change(server, { name: 'Harbour School', colour: '#7a1f5c' });
  expect(JSON.parse((await server.request('/manifest.webmanifest')).text)).toEqual({
    ...{ name: 'Harbour School', short_name: 'Harbour School', theme_color: '#7a1f5c' },
    start_url: '/dashboard',
  });
});

it('a course is shown with its cover as a JPEG, as long as it is published', async () => {
  const server = await serverWithApp([fixtureCourse()], 'https://learn.example.org');
  const picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const { admin } = server.people;
  const form = new FormData();
  form.append('thumbnail', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }));
  const uploaded = await server.app.request('/api/admin/courses/tides/upload-thumbnail', {
    ...{ method: 'POST', body: form },
    headers: { Authorization: `Bearer ${admin.token}`, 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(uploaded.status).toBe(200);
  expect((await server.request('/courses/tides')).text).toContain(
    '"og:image" content="https://learn.example.org/media/pictures/tides"',
  );
  const sent = await server.request('/media/pictures/tides');
  expect((await sharp(sent.bytes).metadata()).format).toBe('jpeg');
  expect(sent.header('Content-Type')).toBe('image/jpeg');
  await server.request('/api/admin/courses/tides', {
    ...{ method: 'PUT', as: admin, key: crypto.randomUUID(), body: { status: 'unpublished' } },
  });
  expect((await server.request('/media/pictures/tides')).status).toBe(404);
});
