import { expect, type Page } from '@playwright/test';
import { adminLogIn } from '../world/admin.ts';
import { PASSWORD, signUp } from '../world/learner.ts';
import { test } from '../world/world.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

/** Fields by label, and the text typed into them. */
type Typed = Readonly<Record<string, string>>;

const type = async (page: Page, typed: Typed) => {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).first().fill(text);
};
const holds = async (page: Page, typed: Typed) => {
  for (const [label, text] of Object.entries(typed))
    await expect(page.getByLabel(label).first()).toHaveValue(text);
};

test('Visitors’ input survives a reload and a visit to a linked page', async ({ server, device }) => {
  const page = await device.open();
  const main = page.getByRole('main');
  const forms: readonly { path: string; typed: Typed; link: string }[] = [
    { path: '/signup', typed: { 'Full name': 'Alice Marsh', Email: 'alice@example.org' }, link: 'terms' },
    { path: '/login', typed: { Email: 'bob@example.org' }, link: 'Create an account' },
    { path: '/admin/login', typed: { Email: 'admin@example.org' }, link: 'Log in as a learner' },
    { path: '/forgot-password', typed: { Email: 'carol@example.org' }, link: 'Back to login' },
    { path: '/support', typed: { Name: 'Dave', Message: 'My code is lost' }, link: '' },
  ];
  for (const { path, typed, link } of forms) {
    await page.goto(server.url + path);
    await type(page, typed);
    if (link !== '') {
      await main.getByRole('link', { name: link }).click();
      await page.waitForURL((url) => url.pathname !== path);
      await page.goBack();
      await page.waitForURL((url) => url.pathname === path);
      await holds(page, typed);
    }
    await page.reload();
    await holds(page, typed);
  }

  await page.goto(`${server.url}/signup`);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(PASSWORD);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('carrel.signup-draft'))).toBeNull();
});

test('A typed code survives a reload, a visit to support and the end of the session', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await page.goto(`${server.url}/courses/course-1/activate`);
  const code = page.getByLabel('Activation code');
  await code.fill('ABCD-EF');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await page.getByLabel('Message').waitFor();
  await page.goBack();
  await expect(code).toHaveValue('ABCD-EF');
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(`${server.url}/login?redirect=%2Fcourses%2Fcourse-1%2Factivate`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(code).toHaveValue('ABCD-EF');
});

test('Admins’ searches and dialog input survive a reload', async ({ server, device }) => {
  const page = await device.open();
  await adminLogIn(page, server.url);
  await page.goto(`${server.url}/admin/users`);
  const search = page.getByRole('searchbox');
  await search.fill('nobody of this name');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('admin');
  await page.reload();
  await expect(search).toHaveValue('nobody of this name');
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('admin');

  await page.goto(`${server.url}/admin/courses/course-1`);
  const addResource = page.getByRole('button', { name: 'Add Resource' }).first();
  const title = page.getByLabel('Step 1 of 3: title');
  const open = async () => {
    // The lesson is closed, also after a reload.
    await page.getByText('Where the signal goes').first().click();
    await addResource.click();
  };
  await open();
  await title.fill('A tide table');
  await page.reload();
  await page.getByRole('heading', { name: 'Course Modules' }).waitFor();
  await open();
  await expect(title).toHaveValue('A tide table');
});
