import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { SessionReply } from '#schema/account/user.ts';
import { ADMIN, type CarrelServer } from './carrel-server.ts';
import { emailOf, PASSWORD, register, untilControlled } from './learner.ts';
import { openVerified, postFrom, postTo, storeSession } from './session.ts';

const ADMIN_FILES = fileURLToPath(new URL('../../dist/pwa/assets/admin', import.meta.url));

/** Signs the first admin in (or another) on a new device and opens a page. */
export async function adminLogIn(
  page: Page,
  origin: string,
  target = '/admin/dashboard',
  credentials: typeof ADMIN = ADMIN,
): Promise<void> {
  const post = await postFrom(page, origin);
  await storeSession(page, v.parse(SessionReply, await post('/api/auth/admin/login', credentials)));
  await openVerified(page, origin + target);
}

/** As {@link adminLogIn}, through the form: for a device where another user was. */
export async function adminLogInByForm(
  page: Page,
  origin: string,
  target = '/admin/dashboard',
  { email, password }: typeof ADMIN = ADMIN,
): Promise<void> {
  await page.goto(`${origin}/admin/login?redirect=${encodeURIComponent(target)}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`**${target}`);
}

/** Makes a user an admin. Returns their credentials. */
export async function makeAdmin(server: CarrelServer, name: string): Promise<typeof ADMIN> {
  await register(postTo(server.url), name);
  const email = emailOf(name);
  server.change("update users set role = 'admin' where email = ?", email);
  return { email, password: PASSWORD };
}

/** Edits or deletes a row as the first admin on another device; `madeAt` is the time that the edit claims. */
export async function editElsewhere(
  origin: string,
  path: string,
  { body = {}, madeAt = new Date(), method = 'PUT' }: { body?: object; madeAt?: Date; method?: string },
): Promise<void> {
  const send = (method: string, to: string, content: object, headers: Record<string, string> = {}) =>
    fetch(origin + to, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(content),
    });
  const { token } = Object(await (await send('POST', '/api/auth/login', ADMIN)).json());
  const headers = { Authorization: `Bearer ${token}`, 'Made-At': madeAt.toISOString() };
  expect((await send(method, path, body, headers)).status).toBe(200);
}

/** Unpublishes and deletes a course, as {@link editElsewhere}. */
export async function deleteElsewhere(server: CarrelServer, courseId: string): Promise<void> {
  server.change("update courses set status = 'unpublished' where id = ?", courseId);
  await editElsewhere(server.url, `/api/admin/courses/${courseId}`, { method: 'DELETE' });
}

/** Waits until every file of the admin screens is on the device and the worker controls the app. */
export async function untilAdminWorksOffline(page: Page): Promise<void> {
  await untilControlled(page);
  const listCached = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('carrel-admin')).keys();
      return requests.map(({ url }) => new URL(url).pathname.replace('/assets/admin/', '')).sort();
    });
  await expect.poll(listCached, { timeout: 60_000 }).toEqual(expect.arrayContaining(listAdminFiles()));
}

/** Of those that pwa/app/start/load-admin-screens.ts loads one after the other. */
const LAST_ADMIN_FILES = ['/required-step-page-', '/second-factor-', '/admin-replay-', '/pull-admin-'];

/**
 * Waits until a page without a worker has loaded the code that it loads when it is idle. If the connection ended
 * meanwhile and came back at once, the page would reload itself.
 */
export async function untilAdminCodeIsLoaded(page: Page): Promise<void> {
  await page.waitForFunction((last) => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return last.every((file) => names.some((name) => name.includes(file)));
  }, LAST_ADMIN_FILES);
}

/** The scripts and style sheets of the admin screens. The login is not one of them: it needs a connection. */
function listAdminFiles(): string[] {
  return readdirSync(ADMIN_FILES).filter((name) => /\.(js|css)$/.test(name) && !/^admin-login/.test(name));
}
