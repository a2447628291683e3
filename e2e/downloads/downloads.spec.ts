import { expect, type Page } from '@playwright/test';
import { CHUNK_BYTES } from '#pwa/downloads/cache/partial-file.ts';
import { openLesson } from '../learn/study.ts';
import { expectAccessible } from '../world/axe.ts';
import { readTable } from '../world/browser/device-store.ts';
import { signUpUnlocked, untilControlled } from '../world/learner.ts';
import type { NetworkProxy } from '../world/network-proxy.ts';
import { test } from '../world/world.ts';
import { countBytes, enlargeVideo, type LargeVideo } from './large-video.ts';

const LESSON = 4;
const LESSON_ID = 'course-1-lesson-04';
const SLOW = 1_500_000;
/** The download does not end while a busy machine takes the next step. */
const CRAWLING = 50_000;

/** A learner with course-1, whose fourth lesson has a video that is not downloaded automatically. */
async function unlock(page: Page, url: string, code: string): Promise<void> {
  await signUpUnlocked(page, url, { code });
  await expect.poll(() => countMissing(page), { timeout: 60_000 }).toBe(1);
  await untilControlled(page);
}

/** Number of listed files that are not downloaded, without images, which are downloaded only on request. */
async function countMissing(page: Page): Promise<number> {
  const rows = (await readTable(page, 'downloads')).split('\n');
  if (rows.length < 4) return -1;
  return rows.filter((row) => row.includes('"missing"') && !row.includes('"image"')).length;
}

const openPanel = async (page: Page) => {
  await page.locator('[data-download]').click();
  const panel = page.getByRole('dialog', { name: 'Downloads' });
  await expect(panel.getByText(/lessons · .* always included$/)).toBeVisible();
  return panel;
};
const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
/** Lets the download go on until so many bytes were sent in all; before and after, it crawls. */
async function sendUntil(networkProxy: NetworkProxy, largeVideo: LargeVideo, bytes: number): Promise<void> {
  networkProxy.mediaBytesPerSecond = SLOW;
  const sent = () =>
    networkProxy.media.reduce((sum, part) => sum + (part.path === largeVideo.path ? part.sent : 0), 0);
  await expect.poll(sent, { intervals: [20] }).toBeGreaterThan(bytes);
  networkProxy.mediaBytesPerSecond = CRAWLING;
}

/** Waits until no tab works on the files. */
const untilAtRest = (page: Page) =>
  page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return !held.some(({ name }) => name?.startsWith('carrel-media-'));
  });

/** Plays the video near its end from this device. */
async function playNearTheEnd(page: Page): Promise<number> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  return page.evaluate(async () => {
    const video = document.querySelector('video');
    if (!video?.src.includes('/__media/')) throw new Error('The video is not played from this device');
    video.muted = true;
    const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = video.duration - 5;
    await sought;
    const goesOn = new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
    await video.play();
    await goesOn;
    return video.duration - video.currentTime;
  });
}

test('A video download continues after a crash, requests no stored byte twice, and plays without a server', {
  tag: '@journey',
}, async ({ server, networkProxy, killableDevice: device }) => {
  const largeVideo = await enlargeVideo(server, LESSON_ID);
  let page = await device.open();
  await unlock(page, networkProxy.url, server.codes('course-1')[0] ?? '');
  expect(countBytes(networkProxy.media, largeVideo).never).toBe(largeVideo.sizeBytes);

  networkProxy.mediaBytesPerSecond = CRAWLING;
  const panel = await openPanel(page);
  await expect(panel.getByRole('button', { name: 'Download · 6.6 MB' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Download · 6.6 MB' }).click();
  await expect(panel.getByText(/^Downloading\./)).toBeVisible();
  await sendUntil(networkProxy, largeVideo, 2.4 * CHUNK_BYTES);
  await device.kill();
  const { never: left } = countBytes(networkProxy.media, largeVideo);

  page = await device.open();
  await page.goto(`${networkProxy.url}/dashboard`);
  await expect(button(page, /^Downloading/)).toBeVisible();
  await sendUntil(networkProxy, largeVideo, largeVideo.sizeBytes - left + 1.4 * CHUNK_BYTES);
  const killed = countBytes(networkProxy.media, largeVideo);
  // Only bytes received since the last write are requested again.
  expect(killed.twice).toBeLessThan(CHUNK_BYTES);

  // The page reloads in the middle of a download.
  await page.reload();
  networkProxy.mediaBytesPerSecond = Number.POSITIVE_INFINITY;
  await expect(button(page, /^Works offline/)).toBeVisible({ timeout: 60_000 });
  const { twice, never } = countBytes(networkProxy.media, largeVideo);
  expect(never).toBe(0);
  expect(twice - killed.twice).toBeLessThan(CHUNK_BYTES);

  await server.stop();
  await openLesson(page, networkProxy.url, LESSON);
  expect(await playNearTheEnd(page)).toBeLessThan(6);
});

test('Users can pause, postpone to Wi-Fi, cancel and remove a download, and a full disk harms nothing', async ({
  server,
  networkProxy,
  device,
}) => {
  const largeVideo = await enlargeVideo(server, LESSON_ID);
  const page = await device.open();
  // Simulates the connection type that a phone reports.
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), {
      type: 'wifi',
      effectiveType: '4g',
      saveData: false,
    });
    Object.defineProperty(navigator, 'connection', { value: connection });
    addEventListener('connection', (event) => {
      Object.assign(connection, { type: event instanceof CustomEvent ? event.detail : 'wifi' });
      connection.dispatchEvent(new Event('change'));
    });
  });
  const setConnection = (type: string) =>
    page.evaluate((detail) => dispatchEvent(new CustomEvent('connection', { detail })), type);
  await unlock(page, networkProxy.url, server.codes('course-1')[0] ?? '');
  networkProxy.mediaBytesPerSecond = CRAWLING;
  const panel = await openPanel(page);

  await panel.getByRole('checkbox', { name: 'Download only on Wi-Fi' }).check();
  await setConnection('cellular');
  await panel.getByRole('button', { name: /^Download · / }).click();
  await expect(panel.getByText(/^Waiting for Wi-Fi/)).toBeVisible();
  expect(countBytes(networkProxy.media, largeVideo).never).toBe(largeVideo.sizeBytes);
  await setConnection('wifi');
  await expect(panel.getByText(/^Downloading\./)).toBeVisible();

  await sendUntil(networkProxy, largeVideo, CHUNK_BYTES);
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByText(/^Paused/)).toBeVisible();
  // Waits for the earlier requests.
  await untilAtRest(page);
  const before = networkProxy.media.length;

  const tools = await page.context().newCDPSession(page);
  const { origin } = new URL(networkProxy.url);
  const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const setQuota = (quotaSize?: number) =>
    tools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== undefined && { quotaSize }) });
  await setQuota(usage + CHUNK_BYTES);
  networkProxy.mediaBytesPerSecond = SLOW;
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel.getByText(/Not enough storage/)).toBeVisible();
  await untilAtRest(page);
  // Browsers cache the quota for a while: one chunk may be requested, none is stored.
  expect(networkProxy.media.length - before).toBeLessThanOrEqual(1);
  networkProxy.mediaBytesPerSecond = CRAWLING;
  await setQuota();
  // The app may already have detected the free space.
  await panel
    .getByRole('button', { name: 'Try again' })
    .or(panel.getByText(/^Downloading\./))
    .first()
    .click();
  await expect(panel.getByText(/^Downloading\./)).toBeVisible();
  await sendUntil(networkProxy, largeVideo, 3 * CHUNK_BYTES);

  await panel.getByRole('button', { name: 'Cancel download' }).click();
  await expect(panel.getByRole('button', { name: 'Download · 6.6 MB' })).toBeVisible();
  const countChunks = () =>
    page.evaluate(async (id) => {
      const [name = ''] = (await caches.keys()).filter((each) => each.startsWith('carrel-media-'));
      return (await (await caches.open(name)).keys()).filter(({ url }) => url.includes(id)).length;
    }, largeVideo.path.slice('/media/'.length));
  await expect.poll(countChunks).toBe(0);

  networkProxy.mediaBytesPerSecond = Number.POSITIVE_INFINITY;
  await panel.getByRole('button', { name: /^Download · / }).click();
  await expect(panel.getByText('All selected files are downloaded.')).toBeVisible({ timeout: 60_000 });
  expect(await countChunks()).toBe(8);
  await panel.getByRole('button', { name: 'Remove videos from this device' }).click();
  await panel.getByRole('button', { name: 'Remove 7.7 MB of videos from this device' }).click();
  await expect.poll(countChunks).toBe(0);
  await expect(panel.getByText(/^\d files · 7\.7 MB$/)).toBeVisible();
});

test('The panel never shows “all downloaded” beside a button that offers more', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await signUpUnlocked(page, server.url, { code: server.codes('course-1')[0] });
  // The demo's videos and sheets are downloaded automatically; its picture is not, and its size is unknown.
  await expect.poll(() => countMissing(page), { timeout: 60_000 }).toBe(0);
  const panel = await openPanel(page);
  const start = panel.getByRole('button', { name: /^Download · / });
  const all = panel.getByText('All selected files are downloaded.');
  // Without it the course works offline, so nothing is missing before it is chosen.
  await expect(all).toBeVisible();
  await expect(start).toHaveCount(0);
  await panel.getByRole('checkbox', { name: /^Pictures/ }).check();
  await expect(start).toHaveText('Download · 1 file');
  await expect(panel.getByText('Some selected files are not downloaded yet.')).toBeVisible();
  await expect(all).toHaveCount(0);
  await panel.getByRole('checkbox', { name: /^Pictures/ }).uncheck();
  await expect(start).toHaveCount(0);
  await expect(all).toBeVisible();
  await panel.getByRole('checkbox', { name: /^Pictures/ }).check();
  await start.click();
  await expect(start).toHaveCount(0);
  await expect(all).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});
