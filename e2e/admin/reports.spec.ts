import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { registerWithCourse } from '../world/learner.ts';
import { postTo } from '../world/session.ts';
import { test } from '../world/world.ts';

test('Admins read the reports offline, as of the last connection, and save them as files', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  const [first, second] = server.codes('course-1');
  const post = postTo(server.url);
  await registerWithCourse(post, { name: 'Alice Marsh', code: first });
  await registerWithCourse(post, { name: 'Bob Ford', code: second });
  await adminLogIn(page, networkProxy.url);
  const reports = `${networkProxy.url}/admin/reports`;

  await page.goto(`${reports}?course=course-1`);
  await expect(page.getByText(/^Of 2 learners, 0 started/)).toBeVisible();
  await page.getByRole('tab', { name: 'Learners' }).click();
  await expect(page.getByText('Alice Marsh')).toBeVisible();
  await page.getByRole('tab', { name: 'Codes' }).click();
  await expect(page.getByText(/^2 codes used in the last 26 weeks/)).toBeVisible();
  await untilAdminWorksOffline(page);

  networkProxy.cut();
  await page.goto(`${reports}?course=course-1`);
  await expect(page.getByText(/^Of 2 learners, 0 started/)).toBeVisible();
  await expect(page.getByText(/^As of \d\d:\d\d$/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file).toMatch(/^\ufeffStep,Module,Lesson,Learners\r\nActivated,,,2\r\nStarted,,,0\r\n/);
  await page.goto(`${reports}?tab=learners&search=ford`);
  await expect(page.getByText('Bob Ford')).toBeVisible();
  await expect(page.getByText('Alice Marsh')).toBeHidden();
  await page.goto(`${reports}?tab=codes`);
  await expect(page.getByText(/^2 codes used in the last 26 weeks/)).toBeVisible();
});
