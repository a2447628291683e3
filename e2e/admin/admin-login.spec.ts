import { expect } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { ADMIN } from '../world/carrel-server.ts';
import { emailOf, PASSWORD, signUp, untilControlled } from '../world/learner.ts';
import { test } from '../world/world.ts';

test('A visitor on an admin page goes to the login with a redirect back; a learner goes to the landing page', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await page.goto(`${server.url}/admin/users`);
  await page.waitForURL('**/login?redirect=%2Fadmin%2Fusers');
  await signUp(page, server.url, 'Alice');
  await page.goto(`${server.url}/admin/users`);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
});

test('The admin login rejects learners and leads admins to the requested page', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await page.goto(`${server.url}/admin/login`);
  await expect(page.getByText('Alice is signed in here and is not an admin')).toBeVisible();
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid admin credentials');

  await adminLogIn(page, server.url, '/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
});

test('Without a redirect the admin login leads to the admin dashboard, which the account menu links', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await page.goto(`${server.url}/admin/login?redirect=//evil.example`);
  await page.getByLabel('Email').fill(`  ${ADMIN.email.toUpperCase()} `);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
});

test('The admin login says that there is no network', async ({ server, networkProxy, device }) => {
  const page = await device.open();
  await page.goto(`${networkProxy.url}/admin/login`);
  // Waits for requests that the page still sends without user interaction.
  await untilControlled(page);
  await server.stop();
  networkProxy.cut();
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Network error - check if the server is running');
});
