import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { mp4Of } from '#sync-server/uploads/uploads-for-test.ts';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';
import { COURSE, openFirstLesson } from './editor-page.ts';
import { MessageLog } from './message-log.ts';

const MB = 1024 * 1024;

/** An MP4 header followed by bytes that differ from their neighbours. */
function createVideoBytes(sizeBytes: number): Buffer {
  const bytes = mp4Of(sizeBytes);
  for (let i = 64; i < bytes.length; i += 1) bytes[i] = (i * 31 + (i >> 9)) % 251;
  return bytes;
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Chooses a video made by {@link createVideoBytes}. The page generates it, since large files are slow to transfer over CDP.
 */
async function chooseVideo(page: Page, sizeBytes: number): Promise<void> {
  const head = createVideoBytes(64).toString('base64');
  await page.getByLabel(/^Video file of/).evaluate(
    (field, [start, size]) => {
      const bytes = new Uint8Array(size);
      bytes.set(Uint8Array.from(atob(start), (character) => character.charCodeAt(0)));
      for (let i = 64; i < size; i += 1) bytes[i] = (i * 31 + (i >> 9)) % 251;
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'video.mp4', { type: 'video/mp4' }));
      if (!(field instanceof HTMLInputElement)) throw new Error('Not a field');
      field.files = transfer.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [head, sizeBytes] as const,
  );
}

/** The videos of the lessons, by their bytes. */
function videoDigestsIn(server: CarrelServer): string[] {
  const rows = server.query<{ id: string }>(
    'select videoFileId id from lessons where videoFileId is not null',
  );
  return rows.map(({ id }) => digestOf(readFileSync(join(server.dataFolder, 'media', id))));
}

/** Number of files waiting in the databases of this device. */
const countStoredFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = names.find((one) => one.startsWith('carrel-user-')) ?? '';
    return new Promise<number>((resolve, reject) => {
      const openRequest = indexedDB.open(name);
      openRequest.onerror = () => reject(openRequest.error);
      openRequest.onsuccess = () => {
        const counting = openRequest.result.transaction('uploadBytes').objectStore('uploadBytes').count();
        counting.onsuccess = () => {
          openRequest.result.close();
          resolve(counting.result);
        };
      };
    });
  });

/** Records every value that a progress bar of the page shows from now on. */
async function watchProgress(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seenProgress: seen });
    const look = () => {
      const value = document.querySelector('[role=progressbar][aria-label^="Upload of"]')?.ariaValueNow;
      if (value !== null && value !== undefined && seen.at(-1) !== Number(value)) seen.push(Number(value));
    };
    new MutationObserver(look).observe(document, { subtree: true, attributes: true, childList: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'seenProgress'));
}

test('A video chosen offline survives a browser exit and every connection failure', {
  tag: '@journey',
}, async ({ server, networkProxy, killableDevice: device }) => {
  const bytes = createVideoBytes(24 * MB);
  let page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  await untilAdminWorksOffline(page);
  await openFirstLesson(page);
  networkProxy.cut();
  await chooseVideo(page, 24 * MB);
  await expect(page.getByText(/^Waiting for a connection/)).toBeVisible();
  await expect(page.getByText('video.mp4', { exact: true })).toBeVisible();

  await device.kill();
  page = await device.open();
  await page.goto(networkProxy.url + COURSE);
  await openFirstLesson(page);
  await expect(page.getByText(/^Waiting for a connection: 25 MB/)).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog').locator('video');
  await expect(preview).toHaveAttribute('src', /^blob:/);
  await page.keyboard.press('Escape');

  const progress = await watchProgress(page);
  networkProxy.injectFault('lose-request', 'PATCH /api/uploads');
  networkProxy.injectFault('lose-reply', 'POST /api/uploads');
  networkProxy.injectFault('lose-reply', 'PATCH /api/uploads', 3);
  networkProxy.injectFault('lose-reply', 'PUT /api/admin/lessons');
  networkProxy.reconnect();
  // With every failure the app waits longer for its next attempt, unless the browser reports a connection.
  const isSent = async () => {
    await returnOnline(page);
    return page.getByText('video.mp4', { exact: true }).isHidden();
  };
  await expect.poll(isSent, { timeout: 120_000 }).toBe(true);
  await expect.poll(() => networkProxy.isSpent).toBe(true);
  await expect
    .poll(() => videoDigestsIn(server).filter((digest) => digest === digestOf(bytes)))
    .toHaveLength(1);
  await expect.poll(() => readdirSync(join(server.dataFolder, 'incoming'))).toEqual([]);
  const seen = await progress();
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  await expect.poll(() => countStoredFiles(page)).toBe(0);
});

test('A picture is a preview until the course is saved, also after a crash', async ({
  server,
  killableDevice: device,
}) => {
  let page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await page
    .getByLabel('Thumbnail file')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('Preview (not saved)')).toBeVisible();
  await expect(page.getByText('dot.png', { exact: true })).toBeVisible();
  await untilWritten(page, 'uploads', '"dot.png"');
  await device.kill();
  page = await device.open();
  const messages = await MessageLog.watch(page);
  await page.goto(server.url + COURSE);
  await expect(page.getByText('Preview (not saved)')).toBeVisible();
  const thumbnail = () =>
    server.query<{ thumbnail: string | null }>("select thumbnail from courses where id = 'course-1'")[0]
      ?.thumbnail;
  const before = thumbnail();
  await page.getByRole('button', { name: 'Save Course' }).click();
  await messages.untilShown('Thumbnail uploaded');
  await expect(page.getByText('Current thumbnail')).toBeVisible();
  expect(thumbnail()).not.toBe(before);
  expect(thumbnail()).toMatch(/^\/media\/thumbnails\//);
});
