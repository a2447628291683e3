import { expect, type Page } from '@playwright/test';
import { untilControlled } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { openControlled } from './controlled.ts';

/** What the page gets for an address: status and length, or null where there is no answer at all. */
function ask(page: Page, path: string): Promise<{ status: number; bytes: number } | null> {
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

test('after one visit the app opens from a cold start with the server gone', async ({ server, device }) => {
  await openControlled(await device.open(), server.url);
  await server.stop();
  await device.kill();
  const page = await device.open();
  for (const path of ['/', '/courses', '/login', '/signup', '/terms']) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Opening your desk')).toHaveCount(0);
  }
});

test('a page that was loaded past the worker asks to be served, and is', async ({ server, device }) => {
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

test('the API is never answered from a cache', async ({ server, device }) => {
  const page = await device.open();
  await openControlled(page, server.url);
  expect(await ask(page, '/api/courses')).toMatchObject({ status: 200 });
  expect((await cachedPaths(page)).filter((path) => path.startsWith('/api'))).toEqual([]);
  await server.stop();
  expect(await ask(page, '/api/courses')).toBeNull();
  const reply = await page.goto(`${server.url}/api/courses`).catch(() => null);
  expect(reply).toBeNull();
});

test('pictures of courses stay, another width stands in, and failures are not kept', async ({
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
  const seen = await ask(page, narrow);
  expect(seen).toMatchObject({ status: 200 });
  expect(await ask(page, '/media/thumbnails/none-640.webp')).toMatchObject({ status: 404 });
  await server.stop();
  expect(await ask(page, narrow)).toEqual(seen);
  expect(await ask(page, wide)).toEqual(seen);
  expect(await ask(page, '/media/thumbnails/none-640.webp')).toBeNull();
});

test('a browser finds nothing that would keep Carrel from being installed', async ({ server, device }) => {
  const page = await device.open();
  await openControlled(page, server.url);
  const tools = await page.context().newCDPSession(page);
  expect(await tools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  expect((await tools.send('Page.getAppManifest')).errors).toEqual([]);
});
