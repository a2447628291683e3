import { expect, type Page } from '@playwright/test';
import { codeAt } from '#sync-server/testing/authenticator.ts';
import { adminLogIn } from '../world/admin.ts';
import { ADMIN, CarrelServer } from '../world/carrel-server.ts';
import { signOut } from '../world/learner.ts';
import { test } from '../world/world.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

const NEW_PASSWORD = 'a lamp that only I have lit';
const PERIOD_MS = 30_000;

/** The code that the user's authenticator app shows for the key on the page. */
async function readKey(page: Page): Promise<string> {
  const key = page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/);
  return ((await key.textContent()) ?? '').replaceAll(' ', '');
}

/** Goes from the password to the recovery codes. Returns the key and the codes. */
async function setUp(page: Page, password: string) {
  await page.getByLabel('Confirm your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const key = await readKey(page);
  await page.getByLabel('6-digit code').fill(codeAt(key, new Date()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(codes).toHaveLength(10);
  return { key, codes };
}

async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

test('Admins can turn two-step sign-in on and sign in with a code, then with a recovery code', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, server.url, '/profile');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const { key, codes } = await setUp(page, ADMIN.password);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('carrel-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  await signOut(page);
  await page.goto(`${server.url}/admin/login`);
  await enterCredentials(page, ADMIN.email, ADMIN.password);
  const code = page.getByLabel('6-digit code');
  await expect(code).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^This code is not valid/)).toBeVisible();
  // The input of the first step is still there.
  await page.getByRole('button', { name: 'Back to email and password' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  // The code that turned it on is used; the code of the next time step is accepted one step early.
  await code.fill(codeAt(key, new Date(Date.now() + PERIOD_MS)));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/dashboard');

  await signOut(page);
  await page.goto(`${server.url}/login`);
  await enterCredentials(page, ADMIN.email, ADMIN.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.goto(`${server.url}/profile`);
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
});

test('The first admin replaces the generated password and sets up the required second step before anything else opens', async ({
  device,
}) => {
  const server = await CarrelServer.start({
    CARREL_SEED: 'none',
    CARREL_ADMIN_PASSWORD: '',
    CARREL_REQUIRE_SECOND_FACTOR: 'admins',
  });
  try {
    const generated = /password {2}(\S+)/.exec(server.output)?.[1] ?? '';
    const page = await device.open();
    await page.goto(`${server.url}/admin/login?redirect=%2Fadmin%2Fusers`);
    await enterCredentials(page, ADMIN.email, generated);
    const choose = page.getByRole('heading', { level: 1, name: 'Choose a new password' });
    await expect(choose).toBeVisible();
    await page.goto(`${server.url}/dashboard`);
    await expect(choose).toBeVisible();
    await page.goto(`${server.url}/admin/users`);
    await page.getByLabel('Current password').fill(generated);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible();
    await setUp(page, NEW_PASSWORD);
    // Shown until the user confirms, although the server would already accept requests.
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
    await expect(page.getByRole('cell', { name: ADMIN.email })).toBeVisible();
  } finally {
    await server.dispose();
  }
});
