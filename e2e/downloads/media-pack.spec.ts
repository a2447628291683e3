import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openLesson } from '../learn/study.ts';
import { editElsewhere } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import { signUpUnlocked, untilControlled } from '../world/learner.ts';
import { test } from '../world/world.ts';
import { enlargeVideo } from './large-video.ts';

const LESSON = 4;
const LESSON_ID = 'course-1-lesson-04';
/** The pages hash all bytes in JavaScript, which takes a busy machine minutes. */
const HASHING_MS = 240_000;

async function openPanel(page: Page) {
  await page.locator('[data-download]').click();
  const panel = page.getByRole('dialog', { name: 'Downloads' });
  await expect(panel.getByRole('button', { name: 'Take files from another phone' })).toBeVisible();
  return panel;
}

/** A learner whose device knows the digests of the shared files. */
async function enter(page: Page, url: string, learner: { name: string; code: string | undefined }) {
  await signUpUnlocked(page, url, learner);
  await untilWritten(page, 'state', '"key":"sharedFiles/course-1"');
  await untilControlled(page);
}

/** The page offers to write files in pieces, into the browser's own file system instead of a folder. */
const offerPicker = (page: Page) =>
  page.evaluate(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Object.defineProperty(window, 'showSaveFilePicker', { value: pick, configurable: true });
  });

/** SHA-256 of the file that was written into the browser's own file system. */
const hashPicked = (page: Page) =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const handle of folder.values()) {
      if (!(handle instanceof FileSystemFileHandle)) continue;
      const bytes = await (await handle.getFile()).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }
    return null;
  });

/** The fourth chunk of a large file is never stored: the device is killed in the middle of it. */
const stallInLargeFile = (page: Page) =>
  page.evaluate(() => {
    const { put } = Cache.prototype;
    Cache.prototype.put = function (request, response) {
      const isFourth = typeof request === 'string' && request.endsWith('/3');
      if (!isFourth) return put.call(this, request, response);
      document.body.dataset.stalled = 'yes';
      return new Promise(() => {});
    };
  });

const isServed = (page: Page, fileId: string) =>
  page.evaluate(async (id) => {
    const userId = Object(JSON.parse(localStorage.getItem('carrel.user') ?? '{}')).id;
    return userId === undefined ? null : (await fetch(`/__media/${userId}/${id}`)).status;
  }, fileId);

/** Plays the video near its end, with the server down. */
const playNearTheEnd = (page: Page) =>
  page.evaluate(async () => {
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

test('A phone takes a course’s video from a classmate’s file without a network, is killed in between, and plays it', async ({
  server,
  device: alice,
  killableDevice: bob,
}) => {
  test.setTimeout(4 * HASHING_MS);
  const folder = await mkdtemp(join(tmpdir(), 'carrel-pack-'));
  const largeVideo = await enlargeVideo(server, LESSON_ID);
  const fileId = largeVideo.path.replace('/media/', '');
  await editElsewhere(server.url, '/api/admin/courses/course-1', { body: { sharesFiles: 1 } });
  const [codeOfAlice, codeOfBob] = server.codes('course-1');

  const from = await alice.open();
  await from.addInitScript(() =>
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }),
  );
  await enter(from, server.url, { name: 'Alice', code: codeOfAlice });
  const sender = await openPanel(from);
  await sender.getByRole('button', { name: /^Download ·/ }).click();
  await expect(sender.getByText('All selected files are downloaded.')).toBeVisible({ timeout: HASHING_MS });
  // The panel reads the files of a pack by itself: for a moment the button has the size without the large video.
  const save = sender.getByRole('button', { name: 'Save files for another phone · 7.8 MB' });
  const saving = from.waitForEvent('download');
  await save.click();
  const pack = join(folder, 'pack');
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/\.carrelpack$/);
  await download.saveAs(pack);
  await expect(sender.getByText(/^The browser has the file and saves it\./)).toBeVisible();
  await expectAccessible(from);
  // The same bytes where the browser writes the file piece by piece.
  await offerPicker(from);
  await save.click();
  const digest = createHash('sha256')
    .update(await readFile(pack))
    .digest('hex');
  await expect(sender.getByText(/^The file was saved\./)).toBeVisible();
  expect(await hashPicked(from)).toBe(digest);

  let page = await bob.open();
  await enter(page, server.url, { name: 'Bob', code: codeOfBob });
  await expect.poll(async () => (await readTable(page, 'downloads')).includes(fileId)).toBe(true);
  await server.stop();
  let taker = await openPanel(page);
  await stallInLargeFile(page);
  await taker.getByLabel('File with downloads').setInputFiles(pack);
  await expect(page.locator('body[data-stalled]')).toBeAttached({ timeout: HASHING_MS });
  await expect(taker.getByRole('progressbar', { name: 'Taking files' })).toBeVisible();
  await expectAccessible(page);
  await bob.kill();

  page = await bob.open();
  await page.goto(`${server.url}/dashboard`);
  taker = await openPanel(page);
  expect(await isServed(page, fileId)).toBe(404);
  await taker.getByLabel('File with downloads').setInputFiles(pack);
  await expect(taker.getByText(/^1 file \(6\.6 MB\) arrived and is on this device\./)).toBeVisible({
    timeout: HASHING_MS,
  });
  await expect(taker.getByText(/already on this device/)).toBeVisible();
  await expectAccessible(page);
  expect(await isServed(page, fileId)).toBe(200);
  await openLesson(page, server.url, LESSON);
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  expect(await playNearTheEnd(page)).toBeLessThan(6);
  await rm(folder, { recursive: true });
});
