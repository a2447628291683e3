import { cp, readFile, rm } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { axeFindings } from '../world/axe.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { emailOf, logIn, PASSWORD, signUp, signUpWithCourse, untilWorksOffline } from '../world/learner.ts';
import { test } from '../world/world.ts';

const NAME = 'Alice Marsh';

const storesOf = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name = '' }) => (name.startsWith('carrel-user-') ? [name] : [])),
  );

const login = async (server: CarrelServer) =>
  fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: emailOf(NAME), password: PASSWORD }),
  });

async function openSection(page: Page, server: CarrelServer) {
  await page.goto(`${server.url}/profile`);
  return page.getByRole('region', { name: 'Your data' });
}

async function deleteAccount(page: Page, server: CarrelServer): Promise<void> {
  await (await openSection(page, server)).getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel(`Type ${emailOf(NAME)} to confirm`).fill(emailOf(NAME));
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(/^Your account and its data were deleted/)).toBeVisible();
}

test('Users download everything that the server stores about them', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await signUp(page, server.url, NAME);
  const section = await openSection(page, server);
  const saved = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download my data' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('carrel-data.zip');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  // Stored names are readable, whatever is compressed.
  for (const name of ['account.json', 'progress.csv', 'README.txt']) expect(bytes.includes(name)).toBe(true);
});

test('Users delete their account: every device is signed out, nothing of it is left there, and the login is refused', {
  tag: '@journey',
}, async ({ server, device, killableDevice }) => {
  const page = await device.open();
  await signUpWithCourse(page, server.url, { name: NAME, code: server.codes('course-1')[0] });
  const other = await killableDevice.open();
  await logIn(other, server.url, NAME);
  await untilWorksOffline(other);

  await deleteAccount(page, server);
  await expect.poll(() => storesOf(page)).toEqual([]);
  expect((await login(server)).status).toBe(401);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await expect.poll(() => storesOf(other)).toEqual([]);
});

test('A restored backup leaves a deleted account deleted', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await signUp(page, server.url, NAME);
  expect((await login(server)).status).toBe(200);
  const backup = `${server.dataFolder}/before.sqlite`;
  await server.stop();
  await cp(server.databasePath, backup);
  await server.start();
  await deleteAccount(page, server);
  await server.stop();
  for (const end of ['-wal', '-shm']) await rm(server.databasePath + end, { force: true });
  await cp(backup, server.databasePath);
  await server.start();
  expect((await login(server)).status).toBe(401);
  expect(server.output).toContain('accounts that were deleted before the restore were deleted again');
});
