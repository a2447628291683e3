import { expect, type Page } from '@playwright/test';
import { adminLogIn, deleteElsewhere } from '../world/admin.ts';
import { untilAdminCodeIsLoaded } from '../world/admin-code.ts';
import { test } from '../world/world.ts';

const COURSE = '/admin/courses/course-1';
async function upload(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('File with activation codes')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Add 1 code' }).click();
}

test('The editor warns of few codes, and a failed upload shows technical details without a code', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, networkProxy.url, '/admin/workspace');
  server.change(
    "delete from activationCodes where courseId = 'course-1' and code not in (select code from activationCodes where courseId = 'course-1' limit 4)",
  );
  await page.goto(`${networkProxy.url}${COURSE}`);
  await expect(
    page.getByText('Warning: You have 4 activation codes remaining. Consider uploading more.'),
  ).toBeVisible();
  await untilAdminCodeIsLoaded(page);
  // A stalled pull: the upload must report that the course is deleted before the editor learns it.
  networkProxy.injectFault('stall', '/api/sync');
  // Repeated, because a pull that is in flight also serves requests that arrive meanwhile.
  const lookAgain = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    return networkProxy.stalled;
  };
  await expect.poll(lookAgain).toBeGreaterThan(0);
  await deleteElsewhere(server, 'course-1');
  await upload(page, 'codes.txt', 'TRAIN-1');
  await expect(page.getByRole('alert').filter({ hasText: 'Course not found' }).first()).toBeVisible();
  const details = page.getByRole('region', { name: 'Activation Codes' }).locator('details');
  await details.locator('summary').click();
  await expect(details).toContainText('Status');
  await expect(details).not.toContainText('TRAIN-1');

  networkProxy.cut();
  networkProxy.reconnect();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('“Offline-first web apps” was deleted')).toBeVisible();
  await expect(page.getByText('1 edit is not sent.')).toBeVisible();
  await page.getByRole('link', { name: 'Open sync centre' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Course not found' })).toBeVisible();
  await expect(page.getByText('TRAIN-1')).toHaveCount(0);
});
