import { expect, type Page } from '@playwright/test';
import { emailOf, PASSWORD, register, untilControlled, untilDashboard } from '../world/learner.ts';
import { postTo } from '../world/session.ts';
import { untilShown } from '../world/shown.ts';
import { test } from '../world/world.ts';
import { awaitResetCode } from './mailbox.ts';

const NEW_PASSWORD = 'another brass lamp';

async function requestCode(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The login has a field of this name too, and disappears only when the next page is rendered.
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('A code was sent')).toBeVisible();
  await expect(page.getByText(/expires in 15 minutes/)).toBeVisible();
  await page.getByRole('link', { name: 'Enter code' }).click();
}

test('Users can replace a forgotten password with the code from the email', { tag: '@journey' }, async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await register(postTo(server.url), 'Alice');
  await requestCode(page, server.url, ` ${emailOf('Alice').toUpperCase()} `);

  // The countdown and the current step survive a reload. First, because another code can be requested after a minute.
  await expect(page.getByRole('timer')).toHaveText(/^1[0-4]:\d\d$/);
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^1[0-4]:\d\d$/);
  await expect(page.getByRole('button', { name: /^Resend code in \d+ s$/ })).toBeDisabled();

  const code = await awaitResetCode(server, emailOf('Alice'));

  // Another client that knows the email uses up only its own attempts.
  for (const otp of ['000000', '111111', '222222', '333333', '444444']) {
    const data = { email: emailOf('Alice'), otp: otp === code ? '555555' : otp };
    expect((await page.request.post(`${server.url}/api/auth/verify-otp`, { data })).status()).toBe(400);
  }

  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Verify code' }).click();
  await expect(page.getByText('Invalid or expired code. Please try again.').first()).toBeVisible();

  // As pasted from an email that splits it.
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await page.getByRole('button', { name: 'Verify code' }).click();
  await page.waitForURL('**/reset-password');
  expect(await page.evaluate(() => sessionStorage.getItem('resetToken'))).not.toBeNull();

  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByLabel('Confirm new password').fill('shorter');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();

  const personal = `${emailOf('Alice').split('@')[0]}-2026`;
  await page.getByLabel('New password', { exact: true }).fill(personal);
  await page.getByLabel('Confirm new password').fill(personal);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('This password consists of your name')).toHaveCount(1);
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();

  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await Promise.all([
    untilShown(page, 'Your password has been reset'),
    page.getByRole('button', { name: 'Reset password' }).click(),
  ]);
  const left = () =>
    page.evaluate(() =>
      ['resetToken', 'resetEmail', 'resetRequestId'].map((key) => sessionStorage.getItem(key)),
    );
  expect(await left()).toEqual([null, null, null]);
  await page.waitForURL('**/login');

  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await untilDashboard(page);
});

test('At zero the code cannot be verified, and another can be requested', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await register(postTo(server.url), 'Alice');
  await page.clock.install();
  await requestCode(page, server.url, emailOf('Alice'));
  await expect(page.getByRole('button', { name: /^Resend code in/ })).toBeDisabled();
  await page.clock.fastForward('01:00');
  await expect(page.getByRole('button', { name: 'Resend code', exact: true })).toBeEnabled();
  await page.clock.fastForward('14:00');
  await expect(page.getByText('This code has expired. Request a new one.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify code' })).toBeDisabled();
  await page.getByRole('button', { name: 'Resend code', exact: true }).click();
  await expect(page.getByText(/A new code was sent/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify code' })).toBeEnabled();
});

test('Offline, each step says so and retains the input', async ({ server, networkProxy, device }) => {
  const page = await device.open();
  await page.goto(`${networkProxy.url}/forgot-password`);
  await untilControlled(page);
  await page.getByLabel('Email').fill('alice@example.org');
  networkProxy.cut();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Network error - check if the server is running')).toBeVisible();
  await expect(page.getByText('This needs a connection')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('alice@example.org');
  networkProxy.reconnect();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('A code was sent')).toBeVisible();
  expect(server.output).not.toContain('alice@example.org');
});
