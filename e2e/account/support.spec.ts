import { expect, type Page } from '@playwright/test';
import { untilWritten } from '../world/browser/device-store.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { signUp, untilControlled } from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';

const MESSAGE = 'My code does not work. It came with order A-17.';

const requests = (server: CarrelServer) =>
  server.query<{ name: string; message: string; userId: string | null; subject: string }>(
    'select name, message, userId, subject from supportRequests',
  );

async function write(page: Page): Promise<void> {
  await page.getByLabel('Subject').selectOption('access');
  await page.getByLabel('Order number (optional)').fill('A-17');
  await page.getByLabel('Message').fill(MESSAGE);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send request' }).click();

test('A support request written offline survives a crash and arrives once', { tag: '@journey' }, async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  let page = await device.open();
  await signUp(page, networkProxy.url, 'Alice Marsh');
  await page.goto(`${networkProxy.url}/support`);
  await untilControlled(page);
  await expect(page.getByLabel('Name')).toHaveValue('Alice Marsh');
  networkProxy.cut();
  await write(page);
  await untilWritten(page, 'drafts', MESSAGE);
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE);
  await expect(page.getByText(/Your unsent message was restored/)).toBeVisible();
  await send(page);
  await expect(page.getByText('Saved on this device: will be sent when connected')).toBeVisible();
  await device.kill();

  page = await device.open();
  await page.goto(`${networkProxy.url}/support`);
  await expect(page.getByText('Saved on this device: will be sent when connected')).toBeVisible();
  networkProxy.injectFault('lose-reply', 'POST /api/support', 2);
  networkProxy.reconnect();
  const sent = page.getByText('Your request was sent');
  // Each lost reply would lengthen the wait for the next attempt.
  await expect(async () => {
    await returnOnline(page);
    await expect(sent).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByText(/We reply within 24 hours, to/)).toBeVisible();
  expect(requests(server)).toMatchObject([{ name: 'Alice Marsh', message: MESSAGE, subject: 'access' }]);
  expect(networkProxy.delivered.filter((line) => line === 'POST /api/support').length).toBeGreaterThanOrEqual(
    2,
  );
  await page.getByRole('button', { name: 'Write another request' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('A visitor’s request waits on the device and arrives once, whichever messages are lost', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await page.goto(`${networkProxy.url}/support`);
  await untilControlled(page);
  await send(page);
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('Bob');
  await page.getByLabel('Email').fill('bob@example.org');
  await write(page);
  // The browser itself retries on connections that were used before, so the fault repeats.
  networkProxy.injectFault('lose-reply', 'POST /api/support', 8);
  await send(page);
  await expect(page.getByText('Saved on this device, not sent yet')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue(MESSAGE);
  const sent = page.getByText('Your request was sent');
  await expect(async () => {
    // A request that is in flight or has arrived has no button to press.
    await page
      .getByRole('button', { name: 'Send request' })
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await expect(sent).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(requests(server)).toEqual([{ name: 'Bob', message: MESSAGE, subject: 'access', userId: null }]);
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('The frequently asked questions open by keyboard', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await page.goto(`${server.url}/support`);
  await expect(page.locator('details')).toHaveCount(3);
  await page.getByText('Can I study offline?').press('Enter');
  await expect(page.getByText(/Your progress is saved on this device/)).toBeVisible();
});
