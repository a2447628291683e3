import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { axeFindings } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { exportFromWorkspace } from './export-from-workspace.ts';

/** Exports a course as its file, and returns the path of the download. */
async function exportFrom(page: Page, origin: string, { tab, title }: { tab: string; title: string }) {
  const { path, name } = await exportFromWorkspace(page, origin, { tab, title, format: 'Course file' });
  expect(name).toBe(`${title}.carrel`);
  return path;
}

/** The archive without `about.json`, its last entry. */
function withoutAbout(path: string): Buffer {
  const archive = readFileSync(path);
  return archive.subarray(0, archive.lastIndexOf('about.json', archive.indexOf('{"exportedAt"')) - 30);
}

test('Admins export a course as a file, and import it as a new course with the same bytes', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url);
  const title = 'Offline-first web apps';
  const file = await exportFrom(page, server.url, { tab: 'published', title });

  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import a course' })).toBeVisible();
  await page.getByLabel('Course file').setInputFiles(file);
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(page.getByText('12 lessons')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(`“${title}” is saved on this device`)).toBeVisible();

  await page.goto(`${server.url}/sync`);
  await expect(page.getByText('No edits are waiting.')).toBeVisible({ timeout: 30_000 });

  const again = await exportFrom(page, server.url, { tab: 'unpublished', title });
  expect(withoutAbout(file).length).toBeGreaterThan(100_000);
  expect(withoutAbout(again).equals(withoutAbout(file))).toBe(true);
});

test('A device that never had the reader of files says so offline, and reads the file after reconnecting', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url);
  const title = 'Offline-first web apps';
  const file = await exportFrom(page, server.url, { tab: 'published', title });
  await page.goto(`${server.url}/admin/import`);
  const field = page.getByLabel('Course file');
  await expect(field).toBeAttached();
  await page.context().setOffline(true);
  await field.setInputFiles(file);
  await expect(page.getByRole('alert')).toContainText('The reader of files is not on this device yet.');

  await page.context().setOffline(false);
  await field.setInputFiles(file);
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
});
