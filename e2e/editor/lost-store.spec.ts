import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openCentre } from '../centre/centre-page.ts';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { untilCopied, untilWritten } from '../world/browser/device-store.ts';
import { clearOriginStorage } from '../world/browser/origin-storage.ts';
import { test } from '../world/world.ts';
import { COURSE, courseTitle, pressSave, receiptsIn } from './editor-page.ts';

/** Queues two edits offline: a lesson, and the course's title. */
async function queueTwo(page: Page, title: string): Promise<void> {
  await expect(courseTitle(page)).not.toHaveValue('');
  await page.getByRole('button', { name: 'Add Lesson', exact: true }).first().click();
  await courseTitle(page).fill(title);
  await pressSave(page);
  await untilWritten(page, 'outbox', title);
  // The browser writes localStorage to disk with a delay.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('\\"unsent\\":2');
}

async function readAndAcknowledge(page: Page, sentence: string): Promise<void> {
  const loss = page.getByText(sentence, { exact: true });
  await expect(page.locator('[data-sync="needsYou"]')).toBeVisible();
  await openCentre(page);
  await expect(loss).toBeVisible();
  await expect(page.getByText('Sent changes are safe and were downloaded again.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(loss).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
  await expect(page.locator('[data-sync="needsYou"]')).toHaveCount(0);
}

test('A browser that loses its database finds the unsent edits in their copy, and sends them once', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  let page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  await untilAdminWorksOffline(page);
  networkProxy.cut();
  await queueTwo(page, 'Found again');
  await untilCopied(page, '"kind": "course.update"');
  await device.close();
  await rm(join(device.profile, 'Default', 'IndexedDB'), { recursive: true });

  networkProxy.reconnect();
  page = await device.open();
  await page.goto(`${networkProxy.url}/admin/workspace`);
  await expect.poll(() => receiptsIn(server).length, 'edits on the server').toBe(2);
  await expect(page.locator('[data-sync="sent"]')).toBeVisible();
  await openCentre(page);
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
  await expect(page.getByText('lost by this browser')).toHaveCount(0);
  await page.goto(networkProxy.url + COURSE);
  await expect(courseTitle(page)).toHaveValue('Found again');
});

test('A browser that loses everything but localStorage shows how many unsent edits were lost, until dismissed', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  let page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  await untilAdminWorksOffline(page);
  networkProxy.cut();
  await queueTwo(page, 'Lost with the files');
  await device.close();
  for (const folder of ['IndexedDB', 'Service Worker', 'WebStorage'])
    await rm(join(device.profile, 'Default', folder), { recursive: true, force: true });

  networkProxy.reconnect();
  page = await device.open();
  await page.goto(`${networkProxy.url}/admin/workspace`);
  await readAndAcknowledge(page, '2 unsent changes were lost by this browser');

  await page.goto(networkProxy.url + COURSE);
  await expect(courseTitle(page)).not.toHaveValue('');
  networkProxy.cut();
  await queueTwo(page, 'Lost by a cleaner');
  await page.goto('about:blank');
  await clearOriginStorage(page, networkProxy.url, ['indexeddb', 'cache_storage', 'service_workers']);
  networkProxy.reconnect();
  await page.goto(networkProxy.url + COURSE);
  await readAndAcknowledge(page, '2 unsent changes were lost by this browser');
  expect(receiptsIn(server)).toEqual([]);
});
