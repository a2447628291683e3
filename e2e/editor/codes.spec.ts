import { expect, type Page } from '@playwright/test';
import { adminLogIn, deleteElsewhere } from '../world/admin.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { test } from '../world/world.ts';

const COURSE = '/admin/courses/course-1';
const unusedIn = (server: CarrelServer) =>
  server
    .query<{ code: string }>(
      "select code from activationCodes where courseId = 'course-1' and usedBy is null",
    )
    .map(({ code }) => code);
const upload = (page: Page, name: string, text: string) =>
  page
    .getByLabel('File with activation codes')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `TRAIN-${1000 + at}`);

test('Admins can read in a file of codes, preview and upload it, and import its header as a code', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, COURSE);
  const before = unusedIn(server).length;
  await upload(page, 'codes.pdf', 'x');
  await expect(page.getByRole('alert')).toContainText('Invalid file type. Please upload a CSV or TXT file.');
  await upload(page, 'codes.txt', '\n\n');
  await expect(page.getByRole('alert')).toContainText(
    'No valid activation codes found in the file. Please check the file format.',
  );
  const codes = numbered(25);
  await upload(page, 'codes.csv', ['KEY-0001', ...codes, codes[0], 'x'.repeat(129)].join('\n'));
  const result = page.getByRole('status', { name: 'Codes in the file' });
  await expect(result).toContainText('25 codes in “codes.csv”');
  await expect(result.getByRole('listitem')).toHaveCount(10);
  await expect(result).toContainText('... and 15 more codes');
  await expect(result).toContainText('1 line was skipped: duplicate code.');
  await expect(result).toContainText('1 line was skipped: longer than 128 characters.');
  await expect(result).toContainText('The first line, KEY-0001, was treated as a header and skipped.');
  await expect(page.getByText('25 activation codes added')).toBeVisible();
  expect(unusedIn(server)).toHaveLength(before + 25);
  await expect(page.getByText(`${before + 25} left of ${before + 25}`)).toHaveCount(2);
  await expect(page.getByText(`... and ${before + 5} more codes`)).toBeVisible();
  await result.getByRole('button', { name: 'Add it as a code' }).click();
  await expect.poll(() => unusedIn(server)).toContain('KEY-0001');
});

test('The editor warns of few codes, and a failed upload shows technical details without a code', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, '/admin/workspace');
  server.change(
    "delete from activationCodes where courseId = 'course-1' and code not in (select code from activationCodes where courseId = 'course-1' limit 4)",
  );
  await page.goto(`${networkProxy.url}${COURSE}`);
  await expect(
    page.getByText('Warning: You have 4 activation codes remaining. Consider uploading more.'),
  ).toBeVisible();
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
