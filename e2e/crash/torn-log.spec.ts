import { expect, type Page } from '@playwright/test';
import type { Chromium } from '../world/browser/chromium.ts';
import { readProgress, untilCopied, untilWritten } from '../world/browser/device-store.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { signUpWithCourse } from '../world/learner.ts';
import type { NetworkProxy } from '../world/network-proxy.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';
import { findLog, findManifest, writeHalfRecord } from './half-record.ts';

const COURSE = 'course-1';
/** In the page: writes more than the log of its databases can hold. */
async function fillLogs(): Promise<void> {
  const request = indexedDB.open('filling', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('pieces');
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const transaction = request.result.transaction('pieces', 'readwrite');
  for (let at = 0; at < 100; at += 1) transaction.objectStore('pieces').put(new Uint8Array(60_000), at);
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
}

async function completeLesson(page: Page, origin: string, id: string): Promise<void> {
  await page.goto(`${origin}/courses/${COURSE}/learn?lesson=${id}`);
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
}

/** How a copy of unsent work has it: scrolling to the button may have recorded a visit before. */
const completionOf = (lessonId: string) => new RegExp(`"lessonId": "${lessonId}",\\s+"completedAt": "`);

/** Opens a device whose user has downloaded the course and completes its first lesson offline. */
async function studyOffline(
  device: Chromium,
  server: CarrelServer,
  networkProxy: NetworkProxy,
): Promise<Page> {
  const [code = ''] = server.codes(COURSE);
  const page = await device.open();
  await signUpWithCourse(page, networkProxy.url, { courseId: COURSE, code });
  await untilWritten(page, 'lessonContents', 'course-1-lesson-02');
  networkProxy.cut();
  await completeLesson(page, networkProxy.url, 'course-1-lesson-01');
  return page;
}

test('A kill in the middle of a write and another one later lose nothing', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  let page = await studyOffline(device, server, networkProxy);
  await device.kill();
  const log = await findLog(device.profile);
  await writeHalfRecord(log);

  page = await device.open();
  await page.goto(`${networkProxy.url}/courses/${COURSE}/learn?lesson=course-1-lesson-02`);
  // Until then the databases are at risk: Chromium would append to the log with the half record.
  await expect.poll(() => findLog(device.profile), 'the log of the databases').not.toBe(log);
  const listDatabases = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(listDatabases, 'databases').not.toContain('carrel-log');
  await completeLesson(page, networkProxy.url, 'course-1-lesson-02');
  await device.kill();

  page = await device.open();
  await page.goto(`${networkProxy.url}/courses/${COURSE}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const known = (await readProgress(page)).map(({ lessonId }) => lessonId);
  expect(known).toEqual(expect.arrayContaining(['course-1-lesson-01', 'course-1-lesson-02']));
  networkProxy.reconnect();
  await returnOnline(page);
  await expect(page.locator('[data-sync="sent"]')).toBeVisible({ timeout: 60_000 });
  const done = server.query<{ lessonId: string }>(
    'select lessonId from progress where completedAt is not null order by lessonId',
  );
  expect(done.map(({ lessonId }) => lessonId)).toEqual(['course-1-lesson-01', 'course-1-lesson-02']);
});

test('Two kills that cost the browser its databases lose no unsent work', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  let page = await studyOffline(device, server, networkProxy);
  await untilCopied(page, completionOf('course-1-lesson-01'));
  await device.close();
  await writeHalfRecord(await findManifest(device.profile));
  page = await device.open();
  await completeLesson(page, networkProxy.url, 'course-1-lesson-02');
  await untilCopied(page, completionOf('course-1-lesson-02'));
  // Until then the browser has not added to the half record.
  const log = await findLog(device.profile);
  await page.evaluate(fillLogs);
  await expect.poll(() => findLog(device.profile), 'the log of the databases').not.toBe(log);
  await device.close();

  page = await device.open();
  networkProxy.reconnect();
  await page.goto(`${networkProxy.url}/dashboard`);
  const readDone = () =>
    server
      .query<{ lessonId: string }>(
        'select lessonId from progress where completedAt is not null order by lessonId',
      )
      .map(({ lessonId }) => lessonId);
  await expect.poll(readDone, 'completed lessons').toEqual(['course-1-lesson-01', 'course-1-lesson-02']);
});

test('After a kill in the middle of a write, a kill as soon as the page is shown loses nothing', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  let page = await studyOffline(device, server, networkProxy);
  // As a tab leaves it that is killed after some seconds, when the browser has written localStorage to the disk.
  await page.evaluate(() => localStorage.setItem('carrel.open-tab.killed', new Date().toISOString()));
  await device.close();
  const log = await findLog(device.profile);
  await writeHalfRecord(log);

  page = await device.open();
  await page.goto(`${networkProxy.url}/courses/${COURSE}/learn?lesson=course-1-lesson-02`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await device.kill();

  page = await device.open();
  await page.goto(`${networkProxy.url}/courses/${COURSE}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await readProgress(page)).map(({ lessonId }) => lessonId)).toContain('course-1-lesson-01');
});
