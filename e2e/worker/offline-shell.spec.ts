import { expect, type Page } from '@playwright/test';
import { untilControlled } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { openControlled } from './controlled.ts';

/** The response to a URL in the page: status and length, or null without a response. */
function fetchStatus(page: Page, path: string): Promise<{ status: number; bytes: number } | null> {
  return page.evaluate(async (address) => {
    const reply = await fetch(address).catch(() => null);
    return reply && { status: reply.status, bytes: (await reply.arrayBuffer()).byteLength };
  }, path);
}

const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map((request) => new URL(request.url).pathname);
  });

test('After one visit the app opens from a cold start with the server down', { tag: '@journey' }, async ({
  server,
  killableDevice: device,
}) => {
  await openControlled(await device.open(), server.url);
  await server.stop();
  await device.kill();
  const page = await device.open();
  for (const path of ['/', '/courses', '/login', '/signup', '/terms']) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading Carrel')).toHaveCount(0);
  }
});

test('A page that was loaded bypassing the worker asks to be controlled, and is', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await openControlled(page, server.url);
  const tools = await page.context().newCDPSession(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''));
  await tools.send('Page.reload', { ignoreCache: true });
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-mark'));
  await untilControlled(page);
  await server.stop();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('The API is never served from a cache', { tag: '@journey' }, async ({ server, device }) => {
  const page = await device.open();
  await openControlled(page, server.url);
  expect(await fetchStatus(page, '/api/courses')).toMatchObject({ status: 200 });
  expect((await cachedPaths(page)).filter((path) => path.startsWith('/api'))).toEqual([]);
  await server.stop();
  expect(await fetchStatus(page, '/api/courses')).toBeNull();
  const reply = await page.goto(`${server.url}/api/courses`).catch(() => null);
  expect(reply).toBeNull();
});

test('Course pictures are cached, another width is used as a fallback, and failures are not cached', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await openControlled(page, server.url);
  const wide = await page.evaluate(async (): Promise<string> => {
    const { courses } = await (await fetch('/api/courses')).json();
    return courses[0].thumbnail;
  });
  const narrow = wide.replace('-1280.webp', '-640.webp');
  const seen = await fetchStatus(page, narrow);
  expect(seen).toMatchObject({ status: 200 });
  expect(await fetchStatus(page, '/media/thumbnails/none-640.webp')).toMatchObject({ status: 404 });
  // The worker stores a picture after it has passed it on.
  await expect.poll(() => cachedPaths(page)).toContain(narrow);
  await server.stop();
  expect(await fetchStatus(page, narrow)).toEqual(seen);
  expect(await fetchStatus(page, wide)).toEqual(seen);
  expect(await fetchStatus(page, '/media/thumbnails/none-640.webp')).toBeNull();
});

test('The browser reports no obstacle to installing Carrel', { tag: '@journey' }, async ({
  server,
  wholeBrowser: device,
}) => {
  const page = await device.open();
  await openControlled(page, server.url);
  const tools = await page.context().newCDPSession(page);
  await expect.poll(() => tools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  expect((await tools.send('Page.getAppManifest')).errors).toEqual([]);
});
