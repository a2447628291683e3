import { expect, type Page } from '@playwright/test';
import { adminLogIn, deleteElsewhere } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';
import { COURSE, courseTitle } from './editor-page.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

const deletedNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'was deleted' });

test('An editor whose course is deleted elsewhere says so, what is safe, and where to go', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, server.url, COURSE);
  await courseTitle(page).fill('Words in the air');
  await untilWritten(page, 'drafts', 'Words in the air');
  await deleteElsewhere(server, 'course-1');
  await expect(deletedNotice(page)).toContainText('“Offline-first web apps” was deleted');
  await expect(deletedNotice(page)).toContainText('Your draft is saved on this device.');
  await expect(page.getByText('Loading course editor...')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Open sync centre' }).click();
  await expect(page.getByText('Deleted course')).toBeVisible();
  expect(await readTable(page, 'drafts')).toContain('Words in the air');

  // After a reload only the server can say why the course is missing.
  await page.goto(server.url + COURSE);
  await expect(deletedNotice(page)).toContainText('This course was deleted');
  await expect(deletedNotice(page)).toContainText('Your draft is saved on this device.');
});
