import { type BrowserContext, expect, type Page } from '@playwright/test';
import { untilCopied, untilWritten } from '../world/browser/device-store.ts';
import { expectNothingPrivateCached, readAsAdmin } from '../world/browser/http-cache.ts';
import { clearOriginStorage, dumpOriginStorage } from '../world/browser/origin-storage.ts';
import {
  enterCode,
  logIn,
  PASSWORD,
  register,
  signOut,
  signUp,
  signUpByForm,
  signUpWithCourse,
  untilControlled,
  untilDashboard,
  untilUnlocked,
} from '../world/learner.ts';
import { readServerDb } from '../world/server-db.ts';
import { postTo } from '../world/session.ts';
import { test } from '../world/world.ts';

test('Signing out removes all of a learner’s data from the device, and the next one sees none of it', {
  tag: '@journey',
}, async ({ server, device }) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await signUpWithCourse(page, server.url, { code });
  expect((await dumpOriginStorage(page)).join('\n')).toContain('Ida Strand');
  await readAsAdmin(page);
  await expectNothingPrivateCached(page);
  await page.goto(`${server.url}/support`);
  await page.getByLabel('Message').fill('Between you and me');
  await untilWritten(page, 'drafts', 'Between you and me');
  await untilCopied(page, 'Between you and me');
  await page.evaluate(() => sessionStorage.setItem('resetEmail', 'alice@example.org'));
  const cachedPage = await device.context.newPage();
  await cachedPage.goto(`${server.url}/dashboard`);
  await untilDashboard(cachedPage);
  await cachedPage.goto('about:blank');
  await page.bringToFront();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard permanently' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoTrace(page);
  await expectNothingPrivateCached(page);
  await expect.poll(() => handoverCookies(device.context)).toEqual([]);

  // Neither does the back button show anything, in this tab or in one restored from the bfcache.
  await page.goBack();
  await expectSignedOut(page);
  await cachedPage.goBack();
  await expectSignedOut(cachedPage);
  await cachedPage.close();

  await signUpByForm(page, server.url, 'Bob');
  await expect(page.getByRole('heading', { name: /Bob/ })).toBeVisible();
  await expect(page.getByText('Alice')).toHaveCount(0);
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page).toHaveURL(/\/activate$/);
});

test('Signing out offline, during a download, leaves no data, and no cookie restores the session', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  const [code = ''] = server.codes('course-1');
  let page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  expect(await handoverCookies(device.context)).toMatchObject([
    { httpOnly: true, sameSite: 'Strict', path: '/api/auth/session' },
  ]);
  await untilControlled(page);
  networkProxy.injectFault('stall', '/media/', 1_000);
  await enterCode(page, networkProxy.url, { courseId: 'course-1', code });
  await untilUnlocked(page);
  await untilWritten(page, 'lessonContents', 'course-1-lesson-12');
  await untilWritten(page, 'downloads', '"state":"missing"');
  await expect.poll(() => networkProxy.stalled).toBeGreaterThan(0);
  networkProxy.cut({ sparingStalled: true });
  // Without leaving the page that downloads.
  await page
    .getByRole('link', { name: /^(Start|Continue) Learning/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
  await page.goBack();
  await untilDashboard(page);
  expect(networkProxy.stalled).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard permanently' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expectNoTrace(page);
  expect(await handoverCookies(device.context)).toHaveLength(1);
  await device.kill();

  // The cookie is still there, and so is the record that it must not be used.
  page = await device.open();
  await pretendInstalled(page);
  await page.goto(`${networkProxy.url}/dashboard`);
  await expectSignedOut(page);
  networkProxy.reconnect();
  await page.goto(`${networkProxy.url}/dashboard`);
  await expectSignedOut(page);
  await expect.poll(() => handoverCookies(device.context)).toEqual([]);
  expect(networkProxy.delivered).not.toContain('POST /api/auth/session');
  await expectNoTrace(page);
});

test('A home-screen app, which starts with empty storage, continues the session of its browser', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await page.goto('about:blank');
  await clearOriginStorage(page, server.url, [
    'local_storage',
    'indexeddb',
    'cache_storage',
    'service_workers',
  ]);
  await page.goto(`${server.url}/dashboard`);
  await expectSignedOut(page);
  await pretendInstalled(page);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Welcome back, Alice' })).toBeVisible();
  await signOut(page);
  await expect.poll(() => handoverCookies(device.context)).toEqual([]);
  await page.goto(`${server.url}/dashboard`);
  await expectSignedOut(page);
});

test('An ended session leaves the course readable, pauses the work, and sends it after the next login', {
  tag: '@journey',
}, async ({ server, device }) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await signUpWithCourse(page, server.url, { code });
  await page.evaluate(() => localStorage.setItem('token', 'not.a.token'));
  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-02`);
  await expect(page.getByRole('heading', { name: 'Please sign in again' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latency you can feel', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Continue reading' }).click();
  await page.getByRole('button', { name: 'Mark complete' }).click();
  // The visit of the lesson is paused already: only this says that the press is stored.
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
  await expect(page.locator('[data-sync="paused"]')).toBeVisible();
  expect(readServerDb(server, 'Alice').completed).toEqual([]);

  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => readServerDb(server, 'Alice').completed).toEqual(['course-1-lesson-02']);
});

test('Another user who signs in on a device with an ended session neither sees nor sends the first one’s work', {
  tag: '@journey',
}, async ({ server, device }) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await register(postTo(server.url), 'Bob');
  await signUpWithCourse(page, server.url, { code });
  await page.evaluate(() => localStorage.setItem('token', 'not.a.token'));
  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-02`);
  await page.getByRole('button', { name: 'Continue reading' }).click();
  await page.getByRole('button', { name: 'Mark complete' }).click();
  // The visit of the lesson is paused already: only this says that the press is stored.
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
  await expect(page.locator('[data-sync="paused"]')).toBeVisible();

  await logIn(page, server.url, 'Bob');
  await expect(page.getByText('Alice')).toHaveCount(0);
  await expect(page.locator('[data-sync="paused"], [data-sync="waiting"]')).toHaveCount(0);
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page).toHaveURL(/\/activate$/);
  expect(readServerDb(server, 'Bob').progress).toEqual([]);
  expect(readServerDb(server, 'Alice').completed).toEqual([]);

  // Alice returns: her work was waiting for her.
  await signOut(page);
  await logIn(page, server.url, 'Alice');
  await expect
    .poll(() => readServerDb(server, 'Alice').completed, { timeout: 60_000 })
    .toEqual(['course-1-lesson-02']);
});

test('A dialog shown to one user disappears when another signs in in another tab', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await register(postTo(server.url), 'Bob');
  await signUp(page, server.url, 'Alice');
  await page.goto(`${server.url}/support`);
  await page.getByLabel('Message').fill('Between you and me');
  await untilWritten(page, 'drafts', 'Between you and me');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Discard permanently' })).toBeVisible();

  const other = await device.context.newPage();
  await other.goto(`${server.url}/courses`);
  await other.evaluate(() => localStorage.setItem('token', 'not.a.token'));
  await logIn(other, server.url, 'Bob');
  await page.bringToFront();
  await expect(page.getByRole('button', { name: /^Account of Bob/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Message')).toHaveValue('');
});

/** The browser stores no copy of unsent work, in which the work would be found again. */
function refuseCopies(): void {
  const open = caches.open.bind(caches);
  caches.open = (name) =>
    name.startsWith('carrel-unsent-') ? Promise.reject(new DOMException('Refused')) : open(name);
}

test('Starting offline retains the session; a store that the browser lost is reported', async ({
  server,
  killableDevice: device,
}) => {
  let page = await device.open();
  await signUp(page, server.url, 'Alice');
  await untilControlled(page);
  await server.stop();
  await device.kill();
  page = await device.open();
  await page.addInitScript(refuseCopies);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: /Alice/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();

  await page.goto(`${server.url}/support`);
  await page.getByLabel('Subject').selectOption('access');
  await page.getByLabel('Message').fill('My code does not work.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Saved on this device: will be sent when connected')).toBeVisible();
  await page.goto('about:blank');
  await clearOriginStorage(page, server.url, ['indexeddb']);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.locator('[data-sync="needsYou"]')).toBeVisible();
  await page.getByRole('button', { name: /Show details$/ }).click();
  await expect(page.getByText(/1 unsent change was lost by this browser/).first()).toBeVisible();
});

const TRACES = /alice|Ida Strand|Between you and me|carrel-media-|carrel-user-/i;
/** Enough of a place to recognise it, without the bytes of a video. */
const SHOWN_CHARACTERS = 400;

/** Nothing of Alice's is anywhere in the browser; a failure names the places that still have something. */
async function expectNoTrace(page: Page): Promise<void> {
  const traces = async () => {
    const places = await dumpOriginStorage(page);
    return places.filter((place) => TRACES.test(place)).map((place) => place.slice(0, SHOWN_CHARACTERS));
  };
  await expect.poll(traces).toEqual([]);
}

/** Every URL shows the page of a signed-out user. */
async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0);
  await expect(page.getByText('Alice')).toHaveCount(0);
}

async function handoverCookies(context: BrowserContext) {
  return (await context.cookies()).filter(({ name }) => name.endsWith('carrel-handover'));
}

/** From the next page on it runs as from the home screen of an iPhone. */
async function pretendInstalled(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
}
