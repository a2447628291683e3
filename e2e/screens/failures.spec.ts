import { expect, type Page } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { emailOf, PASSWORD, signOut, signUp } from '../world/learner.ts';
import { test } from '../world/world.ts';

/** The server fails without a message, so the sentence of the catalogue is shown (spec map, section 8). */
const failAll = (page: Page) => fail(page, '**/api/**');
/** A fresh login has nothing on the device to show in place of the failed reply. */
const failAllButAccounts = (page: Page) => fail(page, /\/api\/(?!auth\/)/);

const fail = (page: Page, calls: string | RegExp) =>
  page.route(calls, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '' }));

/** One panel with the screen's own sentence, once; Try Again reloads the page (spec map, section 8). */
async function showsLoadFailure(page: Page, sentence: string): Promise<void> {
  const main = page.getByRole('main');
  const panel = main.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(panel).toHaveCount(1);
  await expect(main.getByText(sentence, { exact: true })).toHaveCount(1);
  await page.evaluate(() => Object.assign(window, { isBeforeReload: true }));
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForFunction(() => !('isBeforeReload' in window));
  await expect(panel).toHaveCount(1);
}

/** Otherwise the worker could serve a cached file or send its own requests. */
const refuseWorker = (page: Page) =>
  page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () =>
      Promise.reject(new Error('Service workers are unavailable'));
  });

/** State that the earlier steps of a recovery leave in the tab, with another code due. */
const beginRecovery = (page: Page) =>
  page.evaluate(() => {
    sessionStorage.setItem('resetEmail', 'alice@example.org');
    sessionStorage.setItem('resetCodeSentAt', String(Date.now() - 61_000));
    sessionStorage.setItem('resetToken', 'a token');
  });

test('Visitors’ screens show the specified message for each failure', async ({ server, device }) => {
  const page = await device.open();
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  const expectSentence = (sentence: string) => expect(main.getByText(sentence).first()).toBeVisible();
  await failAll(page);
  for (const [path, sentence] of [
    ['/courses', 'Error fetching courses'],
    ['/library', 'Error fetching courses'],
    ['/courses/course-1', 'Error fetching course details'],
  ] as const) {
    await page.goto(server.url + path);
    await showsLoadFailure(page, sentence);
  }
  await beginRecovery(page);

  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press('Login');
  await expectSentence('Server error (500): Please try again or contact support.');

  await page.goto(`${server.url}/signup`);
  await page.getByLabel('Full name').fill('Alice');
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await press('Sign Up');
  await expectSentence('Failed to create account. Please try again.');

  await page.goto(`${server.url}/forgot-password`);
  await press('Send code');
  await expectSentence('Failed to send recovery email. Please try again.');

  await page.goto(`${server.url}/verify-otp`);
  await press('Resend code');
  await expectSentence('Failed to resend code. Please try again.');
  await page.getByLabel('Code').fill('123456');
  await press('Verify code');
  await expectSentence('Invalid or expired code. Please try again.');

  await page.goto(`${server.url}/reset-password`);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await press('Reset password');
  await expectSentence('Failed to reset password. Please try again.');

  await page.goto(`${server.url}/support`);
  await page.getByLabel('Name').fill('Alice');
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Subject').selectOption('other');
  await page.getByLabel('Message').fill('Good morning');
  await press('Send request');
  await expectSentence('Error submitting support request. Please try again.');
});

test('Signed-in users’ screens show the specified message for each failure', async ({ server, device }) => {
  const page = await device.open();
  const main = page.getByRole('main');
  await signUp(page, server.url, 'Alice');
  await page.goto(`${server.url}/profile`);
  await failAll(page);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('a lamp of brass');
  await page.getByLabel('Confirm new password').fill('a lamp of brass');
  await main.getByRole('button', { name: 'Change password' }).click();
  await expect(
    main.getByText('Failed to update password. Please check your current password.'),
  ).toBeVisible();
  await page.unroute('**/api/**');
  await signOut(page);

  await failAllButAccounts(page);
  await adminLogIn(page, server.url);
  for (const [path, sentence] of [
    ['/admin/dashboard', 'Error fetching admin data'],
    ['/admin/workspace', 'Error fetching admin data'],
    ['/admin/users', 'Error fetching users'],
    ['/admin/audit', 'Error fetching admin data'],
    ['/admin/support', 'Error fetching admin data'],
    ['/admin/courses/course-1', 'Error fetching course details'],
  ] as const) {
    await page.goto(server.url + path);
    await showsLoadFailure(page, sentence);
  }
});

test('A page that cannot be rendered says so, and Try Again reloads it', async ({ server, device }) => {
  const page = await device.open();
  await refuseWorker(page);
  await page.route('**/assets/courses-page-*.js', (route) => route.abort());
  await page.goto(`${server.url}/courses`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/assets/courses-page-*.js');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible();
});

test('A drawn placeholder replaces a picture that does not load', async ({ server, device }) => {
  const page = await device.open();
  await refuseWorker(page);
  await page.route('**/media/thumbnails/**', (route) => route.abort());
  await page.goto(`${server.url}/courses`);
  const card = page.getByRole('main').getByRole('listitem').first();
  await expect(card.getByRole('link')).toBeVisible();
  await expect(card.locator('img')).toHaveCount(0);
  await expect(card.locator('svg').first()).toBeVisible();
});
