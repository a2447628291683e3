import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverForTest } from '../testing/server-for-test.ts';

const SCRIPT = 'document.documentElement.dataset.theme = "dark";';
const STYLE = 'body { margin: 0 }';
const PAGE = `<!doctype html><head><title>Carrel</title><style>${STYLE}</style></head><script>${SCRIPT}</script>
<script type="module" src="/assets/main-1a2b.js"></script><main>${'shell '.repeat(300)}</main>`;

const built: Readonly<Record<string, string>> = {
  'index.html': PAGE,
  'sw.js': 'self.addEventListener("fetch", () => {});',
  'manifest.webmanifest': '{"name":"Carrel"}',
  'assets/admin/import-worker-3c4d.js': 'self.postMessage({});',
  'assets/pack-worker-5e6f.js': 'self.postMessage({});',
  'assets/main-1a2b.js': `console.log("${'x'.repeat(3_000)}")`,
  'assets/main-1a2b.js.br': 'made at build time',
  'assets/main-1a2b.js.map': '{"sources":["secret.ts"]}',
  '.vite/manifest.json': '{}',
  '.env': 'SECRET=1',
  'notes.md': 'not for the public',
};

const titled = (title: string) => PAGE.replace('<title>Carrel<', `<title>${title}<`);

async function serverWithApp(frameOrigins: readonly string[] = []) {
  const appFolder = mkdtempSync(join(tmpdir(), 'carrel-app-'));
  onTestFinished(() => rmSync(appFolder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(built)) {
    mkdirSync(dirname(join(appFolder, name)), { recursive: true });
    writeFileSync(join(appFolder, name), text);
  }
  return serverForTest({ config: { appFolder, frameOrigins } });
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the built app', () => {
  it('frames only the players that the product supports and the origins that the operator allows, and lists them', async () => {
    const policyOf = (response: { header(name: string): string | null }) =>
      /frame-src ([^;]*)/.exec(response.header('Content-Security-Policy') ?? '')?.[1];
    const known = 'https://www.youtube-nocookie.com https://player.vimeo.com https://drive.google.com';
    const usual = await (await serverWithApp()).request('/courses');
    expect(policyOf(usual)).toBe(known);
    expect(usual.text).not.toContain('frame-origins');
    const server = await serverWithApp(['https://tv.example.org']);
    for (const path of ['/', '/index.html', '/courses']) {
      const response = await server.request(path);
      expect(policyOf(response)).toBe(`${known} https://tv.example.org`);
      expect(response.text).toContain('<meta name="frame-origins" content="https://tv.example.org"></head>');
    }
  });

  it.each([
    ['/', 'Your desk in the library · Carrel'],
    ['/index.html', 'Carrel'],
    ['/courses', 'Courses · Carrel'],
    ['/courses/tides/learn?lesson=x', 'Carrel'],
    ['/anything/else', 'Carrel'],
    ['/admin/users', 'Carrel'],
  ])('shows its page at %s', async (path, title) => {
    const server = await serverWithApp();
    const response = await server.request(path);
    expect([response.status, response.text]).toEqual([200, titled(title)]);
    expect(response.header('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.header('Cache-Control')).toBe('no-cache');
  });

  it('is revalidated each time, with 304 when it is unchanged', async () => {
    const server = await serverWithApp();
    for (const path of ['/', '/sw.js', '/manifest.webmanifest']) {
      const first = await server.request(path);
      expect(first.header('Cache-Control')).toBe('no-cache');
      const headers = { 'If-None-Match': first.header('ETag') ?? '' };
      expect((await server.request(path, { headers })).status).toBe(304);
    }
  });

  it('has assets that are cached permanently, compressed at build time where possible', async () => {
    const server = await serverWithApp();
    const response = await server.request('/assets/main-1a2b.js', { headers: { 'Accept-Encoding': 'br' } });
    expect(response.header('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.header('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect([response.header('Content-Encoding'), response.text]).toEqual(['br', 'made at build time']);
    const page = await server.request('/', { headers: { 'Accept-Encoding': 'br' } });
    expect(brotliDecompressSync(page.bytes).toString()).toBe(titled('Your desk in the library · Carrel'));
  });

  it.each([
    '/assets/main-old.js',
    '/assets/',
    '/assets/main-1a2b.js.map',
    '/main.js',
    '/favicon.ico',
    '/.env',
    '/.git/config',
    '/.vite/manifest.json',
    '/notes.md',
    '/carrel.sqlite',
    '//evil.example',
    '/courses%2F..%2F.env',
    '/courses%5C..%5Csecret',
    '/__media/alice/x',
  ])('has no %s, and never returns its page instead', async (path) => {
    const server = await serverWithApp();
    const response = await server.request(`http://localhost${path}`);
    expect(response.status).toBe(404);
    expect(response.header('Content-Type')).toContain('application/json');
  });

  it('has a policy under which only its own inline code runs', async () => {
    const server = await serverWithApp();
    const policy = (await server.request('/')).header('Content-Security-Policy') ?? '';
    expect(policy).toContain(`script-src 'self' ${hashOf(SCRIPT)};`);
    expect(policy).toContain(`style-src 'self' ${hashOf(STYLE)};`);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default dompurify");
    expect(policy).toContain(
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(policy).not.toContain('unsafe');
  });

  it('has a worker that may fetch from this origin only', async () => {
    const server = await serverWithApp();
    const policy = (await server.request('/sw.js')).header('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self';");
  });

  it.each(['admin/import-worker-3c4d', 'pack-worker-5e6f'])(
    'has a worker %s that loads its own parts and requests nothing else',
    async (name) => {
      const server = await serverWithApp();
      const reply = await server.request(`/assets/${name}.js`);
      expect(reply.header('Content-Security-Policy')).toMatch(
        /^default-src 'none'; script-src 'self'; base-uri 'none';/,
      );
      expect(reply.header('Cache-Control')).toContain('immutable');
    },
  );

  it('may be missing: the API works, and pages return 404', async () => {
    const server = await serverForTest();
    expect((await server.request('/')).status).toBe(404);
    expect((await server.request('/api/courses')).status).toBe(200);
  });
});
