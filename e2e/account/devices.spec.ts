import { expect, type Page } from '@playwright/test';
import { adminLogInByForm } from '../world/admin.ts';
import { axeFindings } from '../world/axe.ts';
import { emailOf, PASSWORD, signOut, signUp } from '../world/learner.ts';
import { test } from '../world/world.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const TABLET = 'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1';

/** Signs Alice in on another device. Returns a function that sends a request from it. */
async function signInOn(userAgent: string, origin: string) {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent };
  const body = JSON.stringify({ email: emailOf('Alice'), password: PASSWORD });
  const login = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body });
  const { token } = Object(await login.json());
  return async () =>
    (await fetch(`${origin}/api/progress`, { headers: { Authorization: `Bearer ${token}` } })).status;
}

/** Whether the browser's HTTP cache holds a response for this. */
const isCached = (page: Page, path: string) =>
  page.evaluate(
    (address) =>
      fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        (reply) => reply.ok,
        () => false,
      ),
    path,
  );

test('Users see where they are signed in and can sign devices out; signing out empties the HTTP cache', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  const requestAsPhone = await signInOn(PHONE, server.url);
  const requestAsTablet = await signInOn(TABLET, server.url);
  const requestAsOther = await signInOn('', server.url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/profile`);
  const section = page.getByRole('region', { name: 'Your devices' });
  const rows = section.getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(/Chrome on Linux.*This device.*Active now/s);
  expect(await axeFindings(page)).toEqual([]);

  await section.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out Chrome on Android?' });
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(section.getByRole('status')).toHaveText('Chrome on Android is signed out.');
  await expect(rows).toHaveCount(3);
  expect([await requestAsPhone(), await requestAsTablet()]).toEqual([401, 200]);

  await section.getByRole('button', { name: 'Sign out all other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(rows).toHaveCount(1);
  expect([await requestAsTablet(), await requestAsOther()]).toEqual([401, 401]);

  await page.evaluate(() => fetch('/api/openapi.json').then((reply) => reply.text()));
  await expect.poll(() => isCached(page, '/api/openapi.json')).toBe(true);
  await signOut(page);
  await expect.poll(() => isCached(page, '/api/openapi.json')).toBe(false);
});

test('Admins can sign a user out everywhere, and the audit records it', async ({ server, device }) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await signOut(page);
  // The page reports it in the background, and the next one again if it is left before.
  await expect.poll(() => server.query('select id from sessions where endedAt is null')).toEqual([]);
  const request = await signInOn(PHONE, server.url);
  await adminLogInByForm(page, server.url, '/admin/users');
  const row = page.getByRole('row').filter({ hasText: 'Alice' });
  await row.getByRole('button', { name: 'Sign out Alice everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out Alice everywhere?' });
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(dialog.getByText('Alice is signed out on 1 device.')).toBeVisible();
  expect(await request()).toBe(401);
  await page.goto(`${server.url}/admin/audit`);
  await expect(page.getByText('signed Alice out on 1 device')).toBeVisible();
});
