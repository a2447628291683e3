import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const HEAD =
  '<head><title>Carrel</title><meta name="description" content="x"><meta name="apple-mobile-web-app-title" content="Carrel"></head>';
const ICONS = ['icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'apple-touch-icon.png'];
const MANIFEST = {
  ...{ name: 'Carrel', short_name: 'Carrel', theme_color: '#fbfaf6', start_url: '/dashboard' },
  ...{ icons: [{ src: '/icon-512.png' }], screenshots: [{ src: '/screenshots/a.webp' }] },
};
const RENDERER = `export const renderPage = async (path, { site }) => path + site.name.length;
export const renderCover = (id) =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="' +
  (id === 'tides' ? '#0000ff' : '#00ff00') + '"/></svg>';`;
/** Of the installation, and of the school's logo. */
const PUBLIC_URL = 'https://learn.example.org';
const RED = '#c00000';
const HOSTILE = '"><script>alert(1)</script>';

async function serverWithApp(courses = [fixtureCourse()], publicUrl?: string) {
  const appFolder = mkdtempSync(join(tmpdir(), 'carrel-app-'));
  onTestFinished(() => rmSync(appFolder, { recursive: true, force: true }));
  mkdirSync(join(appFolder, '.pages'));
  const template = `<!doctype html>${HEAD}<div id="root"><!--page--></div><!--data-->`;
  writeFileSync(join(appFolder, 'index.html'), `<!doctype html>${HEAD}shell`);
  writeFileSync(join(appFolder, 'manifest.webmanifest'), JSON.stringify(MANIFEST));
  for (const icon of ICONS) copyFileSync(join('pwa/public', icon), join(appFolder, icon));
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
  const server = await serverWithApp([fixtureCourse()], PUBLIC_URL);
  for (const address of [path, `${path}?utm_source=post`]) {
    const page = await server.request(address, { headers: { Host: 'evil.example' } });
    const tags = tagsOf(page.text).join('\n');
    expect(tags).toMatch(/<title>.+ · Carrel<\/title>/);
    expect(tags).toMatch(/name="description" content="(?!x").{9}/);
    expect(tags).toContain(`property="og:url" content="https://learn.example.org${path}"`);
    expect(tags).toContain(`rel="canonical" href="https://learn.example.org${path}"`);
    expect(tags).toMatch(/"og:title" content="[^"]+"[\s\S]*"og:description"[\s\S]*"twitter:card"/);
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
  const server = await serverWithApp([course], PUBLIC_URL);
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

it('the manifest has the name and the colour of the school, without pictures of the product, and all else as it was built', async () => {
  const server = await serverWithApp();
  await change(server, { name: 'Harbour School', colour: '#7a1f5c' });
  expect(JSON.parse((await server.request('/manifest.webmanifest')).text)).toEqual({
    ...{ name: 'Harbour School', short_name: 'Harbour School', theme_color: '#7a1f5c' },
    ...{ start_url: '/dashboard', icons: MANIFEST.icons },
  });
  await change(server, { name: '' });
  expect(JSON.parse((await server.request('/manifest.webmanifest')).text)).toEqual({
    ...{ ...MANIFEST, theme_color: '#7a1f5c' },
  });
});

it('the icons of the installed app show the logo of the school, and an address of their own for each logo', async () => {
  const server = await serverWithApp();
  const manifestIcon = async () =>
    JSON.parse((await server.request('/manifest.webmanifest')).text).icons[0].src;
  const built = await server.request('/icon-512.png');
  expect(await manifestIcon()).toBe('/icon-512.png');
  await change(server, { logo: await logoOf(RED, { isFramed: true }) });
  const first = await manifestIcon();
  expect(first).toMatch(/^\/icon-512\.png\?v=\w{8}$/);
  for (const name of ICONS) {
    const sent = await server.request(`/${name}`);
    expect(sent.header('Content-Type')).toBe('image/png');
    const { width = 0, height } = await sharp(sent.bytes).metadata();
    const side = Number(/\d+/.exec(name) ?? 180);
    expect([name, width, height]).toEqual([name, side, side]);
    expect([name, await pixelOf(sent.bytes, side / 2)]).toEqual([name, RED]);
    expect([name, await pixelOf(sent.bytes, 1)]).toEqual([name, '#fbfaf6']);
  }
  await change(server, { logo: await logoOf('#00c000') });
  expect(await manifestIcon()).not.toBe(first);
  // A logo with a ground of its own has it to the edge.
  expect(await pixelOf((await server.request('/icon-512.png')).bytes, 1)).toBe('#00c000');
  await change(server, { logo: '' });
  expect((await server.request('/icon-512.png')).bytes).toEqual(built.bytes);
});

const solid = (background: string, width = 1280, height = 720) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** @param isFramed whether transparent areas are around it */
async function logoOf(colour: string, { isFramed = false } = {}) {
  const margin = isFramed ? 10 : 0;
  const sides = { top: margin, bottom: margin, left: margin, right: margin };
  const logo = sharp(await solid(colour, 200, 100)).extend({ ...sides, background: '#00000000' });
  return `data:image/png;base64,${(await logo.png().toBuffer()).toString('base64')}`;
}

/** The colour of a pixel on the diagonal. */
async function pixelOf(bytes: Uint8Array, at: number): Promise<string> {
  const area = { left: at, top: at, width: 1, height: 1 };
  const raw = await sharp(bytes).extract(area).removeAlpha().raw().toBuffer();
  return `#${raw.toString('hex')}`;
}

/** What a program that shows a shared link does: reads the head, and fetches the picture that it names. */
async function pictureOf(server: TestServer, path: string) {
  const { text } = await server.request(path);
  const tag = (key: string) => new RegExp(`"og:${key}" content="([^"]*)"`).exec(text)?.[1] ?? '';
  const address = tag('image');
  expect(address.startsWith(`${PUBLIC_URL}/`), path).toBe(true);
  const sent = await server.request(address.slice(PUBLIC_URL.length));
  expect([path, sent.status], address).toEqual([path, 200]);
  expect(sent.header('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  const { format, width, height } = await sharp(sent.bytes).metadata();
  expect(sent.header('Content-Type')).toBe(`image/${format}`);
  expect(['png', 'jpeg']).toContain(format);
  expect([tag('image:width'), tag('image:height')]).toEqual([String(width), String(height)]);
  expect(text).toContain(`"twitter:card" content="${width === height ? 'summary' : 'summary_large_image'}"`);
  return { address, bytes: sent.bytes, middle: await pixelOf(sent.bytes, Math.floor(height / 2)) };
}

const PAGES = ['/', '/courses', '/library', '/support', '/terms', '/privacy', '/signup', '/login'];

it('every public page names a picture that programs show, of the size that it says', async () => {
  const server = await serverWithApp([fixtureCourse(), fixtureCourse({ id: 'knots' })], PUBLIC_URL);
  const icon = await server.request('/icon-512.png');
  for (const path of PAGES) expect((await pictureOf(server, path)).bytes).toEqual(icon.bytes);
  await change(server, { logo: await logoOf(RED) });
  for (const path of PAGES) expect((await pictureOf(server, path)).middle).toBe(RED);
  // The drawn covers, each its own.
  expect((await pictureOf(server, '/courses/tides')).middle).toMatch(/^#0000f/);
  expect((await pictureOf(server, '/courses/knots')).middle).toMatch(/^#00f/);
});

it('a cover on another site is not requested: the drawn one is shown', async () => {
  const server = await serverWithApp([fixtureCourse()], PUBLIC_URL);
  await server.request('/api/admin/courses/tides', {
    ...{ method: 'PUT', as: server.people.admin, key: crypto.randomUUID() },
    body: { thumbnail: 'https://pictures.example.org/a.webp' },
  });
  expect((await pictureOf(server, '/courses/tides')).middle).toMatch(/^#0000f/);
});

it('a course is shown with its cover as a JPEG, as long as it is published', async () => {
  const server = await serverWithApp([fixtureCourse()], PUBLIC_URL);
  // Of another shape than its place on the pages.
  const picture = await solid(RED, 900, 900);
  const { admin } = server.people;
  const form = new FormData();
  form.append('thumbnail', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }));
  const uploaded = await server.app.request('/api/admin/courses/tides/upload-thumbnail', {
    ...{ method: 'POST', body: form },
    headers: { Authorization: `Bearer ${admin.token}`, 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(uploaded.status).toBe(200);
  const { address, middle } = await pictureOf(server, '/courses/tides');
  expect([address, middle]).toEqual([
    `${PUBLIC_URL}/media/pictures/tides`,
    expect.stringMatching(/^#[bc]\w0000$/),
  ]);
  await server.request('/api/admin/courses/tides', {
    ...{ method: 'PUT', as: admin, key: crypto.randomUUID(), body: { status: 'unpublished' } },
  });
  expect((await server.request('/media/pictures/tides')).status).toBe(404);
});
