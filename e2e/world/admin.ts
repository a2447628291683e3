import { expect, type Page } from '@playwright/test';
import { ADMIN } from './carrel-server.ts';
import { untilControlled } from './learner.ts';

/** Signs the first admin in by the admins' door and waits for the page behind it. */
export async function adminLogIn(page: Page, origin: string, target = '/admin/dashboard'): Promise<void> {
  await page.goto(`${origin}/admin/login?redirect=${encodeURIComponent(target)}`);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`**${target}`);
}

/** Edits something as the first admin from somewhere else; `madeAt`: when that says it did. */
export async function editElsewhere(
  origin: string,
  path: string,
  { body, madeAt = new Date() }: { body: object; madeAt?: Date },
): Promise<void> {
  const send = (method: string, to: string, content: object, headers: Record<string, string> = {}) =>
    fetch(origin + to, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(content),
    });
  const { token } = Object(await (await send('POST', '/api/auth/login', ADMIN)).json());
  const headers = { Authorization: `Bearer ${token}`, 'Made-At': madeAt.toISOString() };
  expect((await send('PUT', path, body, headers)).status).toBe(200);
}

/** The admins' screens are on the device, and the worker answers for the app. */
export async function untilAdminWorksOffline(page: Page): Promise<void> {
  await untilControlled(page);
  const countKept = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('carrel-admin')).keys();
      const count = (ending: string) => requests.filter(({ url }) => url.endsWith(ending)).length;
      return Math.min(count('.js'), count('.css'));
    });
  // A script and a sheet for each of the four screens behind the door.
  await expect.poll(countKept).toBeGreaterThanOrEqual(4);
}
