import { expect, type Page } from '@playwright/test';
import { openCentre } from '../centre/centre-page.ts';
import { adminLogIn, adminLogInByForm, makeAdmin, untilAdminWorksOffline } from '../world/admin.ts';
import { untilAdminCodeIsLoaded } from '../world/admin-code.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import { ADMIN, type CarrelServer } from '../world/carrel-server.ts';
import { signOut } from '../world/learner.ts';
import type { NetworkProxy } from '../world/network-proxy.ts';
import { test } from '../world/world.ts';
import { COURSE, courseTitle, lessonText, openFirstLesson, pressSave, receiptsIn } from './editor-page.ts';

/** Ends every session of the first admin, as a password change does. */
const revoke = (server: CarrelServer) =>
  server.change('update users set tokenVersion = tokenVersion + 1 where email = ?', ADMIN.email);
const titleIn = (server: CarrelServer) =>
  server.query<{ title: string }>("select title from courses where id = 'course-1'")[0]?.title;
const namedIn = (server: CarrelServer, title: string) =>
  server.query('select id from revisions where after like ?', `%${title}%`);

/** Saves a title offline, and ends the session before reconnecting. */
async function saveAndLoseSession(
  page: Page,
  title: string,
  world: { server: CarrelServer; networkProxy: NetworkProxy },
) {
  world.networkProxy.cut();
  await courseTitle(page).fill(title);
  await pressSave(page);
  await untilWritten(page, 'outbox', title);
  revoke(world.server);
  world.networkProxy.reconnect();
}

/** Simulates a return to the page, which sends the outbox. */
const look = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** Points of the sign-in sheet that are covered, as the names of the covering elements. */
const coversOfSheet = (page: Page) =>
  page.evaluate(() => {
    const sheet = document.querySelector('aside:has(h2#session-sheet-title)');
    if (sheet === null) return ['no sheet'];
    const { left, top, right, bottom } = sheet.getBoundingClientRect();
    const steps = Array.from({ length: 15 }, (_, step) => (step + 0.5) / 15);
    const points = steps.flatMap((x) =>
      steps.map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
    );
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y));
    return hits.filter((hit) => !sheet.contains(hit)).map((hit) => hit?.outerHTML.slice(0, 120) ?? 'nothing');
  });

test('Nothing covers the sign-in sheet, and the card beside the course shows what waits', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await page.setViewportSize({ width: 1280, height: 800 });
  await adminLogIn(page, networkProxy.url, COURSE);
  await openFirstLesson(page);
  await untilAdminCodeIsLoaded(page);
  await saveAndLoseSession(page, 'Named before the end', { server, networkProxy });
  await look(page);
  await expect(page.getByRole('heading', { name: 'Please sign in again' })).toBeVisible();
  await page.getByLabel('Instructor').fill('');
  await pressSave(page);
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await expect(message).toBeVisible();
  const card = page.getByRole('region', { name: 'Waiting to sync' });
  await expect(card).toContainText('Sign in again');
  await expect(card).not.toContainText('the server has');
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => coversOfSheet(page), `at ${width} px`).toEqual([]);
    await expect(message).toBeVisible();
  }
});

test('A session that ends during an edit loses nothing, also while another user is on the device', async ({
  server,
  networkProxy,
  device,
}) => {
  const ida = await makeAdmin(server, 'Ida');
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  await openFirstLesson(page);
  await untilAdminWorksOffline(page);
  await saveAndLoseSession(page, 'Named before the end', { server, networkProxy });
  await lessonText(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Typed while', { delay: 20 });
  await look(page);
  await page.keyboard.type(' the session ended.', { delay: 20 });
  await expect(page.getByRole('heading', { name: 'Please sign in again' })).toBeVisible();
  await expect(lessonText(page)).toContainText('Typed while the session ended.');
  await untilWritten(page, 'drafts', 'Typed while the session ended.');
  await expect(page.locator('[data-sync="paused"]')).toBeVisible();
  expect(titleIn(server)).not.toBe('Named before the end');

  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => titleIn(server)).toBe('Named before the end');
  await expect(lessonText(page)).toContainText('Typed while the session ended.');
  expect(namedIn(server, 'Named before the end')).toHaveLength(1);
  // The page knows it too, before the connection ends again.
  await expect(page.locator('[data-sync]:not([data-sync="sent"])')).toHaveCount(0);

  await saveAndLoseSession(page, 'Named before Ida came', { server, networkProxy });
  await page.getByLabel('Instructor').fill('Not saved before Ida came');
  await untilWritten(page, 'drafts', 'Not saved before Ida came');
  await look(page);
  await expect(page.getByRole('heading', { name: 'Please sign in again' })).toBeVisible();
  await adminLogInByForm(page, networkProxy.url, COURSE, ida);
  await expect(courseTitle(page)).toHaveValue('Named before the end');
  await expect(page.getByText('No unsaved changes.')).toBeVisible();
  await openCentre(page);
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
  await expect(page.getByText('before Ida came')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Drafts' })).toHaveCount(0);
  expect(titleIn(server)).toBe('Named before the end');
  await signOut(page);

  await adminLogInByForm(page, networkProxy.url, COURSE);
  await expect.poll(() => titleIn(server)).toBe('Named before Ida came');
  await expect(courseTitle(page)).toHaveValue('Named before Ida came');
  await expect(page.getByLabel('Instructor')).toHaveValue('Not saved before Ida came');
  expect(namedIn(server, 'Named before Ida came')).toHaveLength(1);
  // Commands of an ended session were rejected and may be reissued with later edits; each applied command was
  // applied once.
  const taken = receiptsIn(server);
  expect(taken).toEqual([...new Set(taken)]);
  expect(networkProxy.commandIds).toEqual(expect.arrayContaining(taken));
});
