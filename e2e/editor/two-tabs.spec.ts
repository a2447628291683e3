import { expect, type Page } from '@playwright/test';
import { OUTBOX_SYNC_TAG, REPLAY_OUTBOX } from '#pwa/worker/messages.ts';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';
import { COURSE, courseTitle, pressSave, receiptsIn } from './editor-page.ts';

const OTHER_COURSE = '/admin/courses/course-2';
const LESSONS = 3;

/** Fires the browser's Background Sync event, as when the network returns. */
async function syncInBackground(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.dispatchSyncEvent', {
    ...{ origin: new URL(page.url()).origin, registrationId: await registration },
    ...{ tag: OUTBOX_SYNC_TAG, lastChance: false },
  });
}

/** Records in the page whether the worker has notified it. */
const listenForBell = (page: Page): Promise<void> =>
  page.evaluate((bell) => {
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (Object(data).type === bell) Object.assign(window, { isRung: true });
    });
  }, REPLAY_OUTBOX);
const isRung = (page: Page): Promise<boolean> => page.evaluate(() => 'isRung' in window);

async function addLessons(page: Page): Promise<void> {
  const lessons = page.getByRole('main').getByRole('heading', { level: 4 });
  await expect(lessons.first()).toBeVisible();
  const before = await lessons.count();
  for (let n = 1; n <= LESSONS; n += 1) {
    await page.getByRole('button', { name: 'Add Lesson', exact: true }).first().click();
    await expect(lessons).toHaveCount(before + n);
  }
}

test('Two tabs and the worker replay together after reconnecting: each command is sent once and applied once', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  const second = await device.context.newPage();
  await second.goto(networkProxy.url + OTHER_COURSE);
  for (const tab of [page, second]) {
    await untilAdminWorksOffline(tab);
    await expect(courseTitle(tab)).not.toHaveValue('');
    await listenForBell(tab);
  }
  networkProxy.cut();
  for (const [tab, title] of [
    [page, 'Named in the first tab'],
    [second, 'Named in the second tab'],
  ] as const) {
    await addLessons(tab);
    await courseTitle(tab).fill(title);
    await pressSave(tab);
    await untilWritten(tab, 'outbox', title);
  }
  const queued = (await readTable(page, 'outbox'))
    .split('\n')
    .map((row) => String(Object(JSON.parse(row)).id))
    .sort();
  expect(queued).toHaveLength(2 * (LESSONS + 1));

  networkProxy.reconnect();
  await Promise.all([
    returnOnline(page),
    returnOnline(second),
    syncInBackground(page),
    syncInBackground(second),
  ]);
  for (const tab of [page, second])
    await expect(tab.getByText('No unsaved changes.', { exact: true })).toBeVisible();
  for (const tab of [page, second]) await expect.poll(() => isRung(tab)).toBe(true);
  await expect.poll(() => receiptsIn(server)).toEqual(queued);
  expect([...networkProxy.commandIds].sort()).toEqual(queued);
  expect(server.query("select id from lessons where title = 'New Lesson'")).toHaveLength(2 * LESSONS);
});
