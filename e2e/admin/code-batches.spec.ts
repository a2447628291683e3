import { expect } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { enterCode, signUp, untilControlled, untilUnlocked, untilWorksOffline } from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';

test('Codes that an admin draws offline unlock a course elsewhere, and access that is removed leaves the device', {
  tag: '@journey',
}, async ({ server, networkProxy, device, otherDevice: phone }) => {
  const admins = await device.open();
  await adminLogIn(admins, networkProxy.url, '/admin/workspace?tab=published');
  await expect(admins.getByRole('heading', { name: 'Offline-first web apps' })).toBeVisible();
  await admins.goto(`${networkProxy.url}/admin/codes`);
  await expect(admins.getByRole('link', { name: 'Demo' }).first()).toBeVisible();
  await untilControlled(admins);

  networkProxy.cut();
  await admins.getByRole('button', { name: 'Generate codes' }).click();
  const form = admins.getByRole('dialog');
  await form.getByLabel('Course').selectOption({ label: 'Offline-first web apps' });
  await form.getByLabel('Number of codes').fill('3');
  await form.getByLabel('Name').fill('Spring fair');
  await form.getByLabel('Prefix').fill('FAIR');
  await form.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(admins.getByText('Not registered yet: works after this device has sent it.')).toBeVisible();
  const code =
    (await admins
      .getByText(/^FAIR-\w{4}-\w{4}-\w{4}$/)
      .first()
      .textContent()) ?? '';

  networkProxy.reconnect();
  await returnOnline(admins);
  await expect(admins.getByText('Not registered yet', { exact: false })).toHaveCount(0, { timeout: 60_000 });
  await expect(admins.getByText(code, { exact: true })).toBeVisible();

  const page = await phone.open();
  await signUp(page, server.url, 'Alice');
  await enterCode(page, server.url, { courseId: 'course-1', code });
  await untilUnlocked(page);
  await untilWorksOffline(page);

  await admins.reload();
  await expect(admins.getByText('alice@example.org')).toBeVisible();
  await admins.getByRole('button', { name: `Revoke code ${code}` }).click();
  const question = admins.getByRole('dialog');
  await question.getByLabel('Also remove the access that it gave').check();
  await question.getByRole('button', { name: 'Revoke and remove access' }).click();
  await expect(admins.getByText('Access removed')).toBeVisible();
  await expect(admins.locator('[data-sync="sent"]')).toBeVisible({ timeout: 30_000 });

  await page.reload();
  await expect(page.getByText(/Your access to “Offline-first web apps” has ended/)).toBeVisible({
    timeout: 30_000,
  });
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page).toHaveURL(/\/activate$/);
});
