import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { SessionReply } from '#schema/account/user.ts';
import { ADMIN, type CarrelServer } from './carrel-server.ts';
import { emailOf, PASSWORD, register, untilControlled } from './learner.ts';
import { openVerified, postFrom, postTo, storeSession } from './session.ts';

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

const ADMIN_FILES = fileURLToPath(new URL('../../dist/pwa/assets/admin', import.meta.url));

/** The files of the built admin screens that devices of admins cache: all but the login, which needs a connection. */
export async function listAdminFiles(): Promise<string[]> {
  const names = await readdir(ADMIN_FILES);
  return names.filter((name) => /\.(?:js|css)$/.test(name) && !name.startsWith('admin-login-page'));
}

/**
 * Waits until the admin screens are on the device and the worker controls the app. The files arrive one by one, so
 * each is looked for: a screen whose file was still under way does not open when the connection is cut.
 */
export async function untilAdminWorksOffline(page: Page): Promise<void> {
  await untilControlled(page);
  const wanted = await listAdminFiles();
  const listMissing = () =>
    page.evaluate(async (names) => {
      const requests = await (await caches.open('carrel-admin')).keys();
      const cached = new Set(requests.map(({ url }) => url.split('/').at(-1)));
      return names.filter((name) => !cached.has(name));
    }, wanted);
  await expect.poll(listMissing, { timeout: 60_000 }).toEqual([]);
}
