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

test('On a phone the first error of the course form is on the screen and focused, and goes when it is mended', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await page.setViewportSize({ width: 390, height: 844 });
  await adminLogIn(page, server.url, '/admin/courses/new');
  await page.getByLabel('Title', { exact: true }).fill('Knots');
  const instructor = page.getByLabel('Instructor');
  const save = page.getByRole('button', { name: 'Save Course' });
  // Far below the field.
  await page.getByRole('heading', { name: 'Course Modules' }).scrollIntoViewIfNeeded();
  await expect(instructor).not.toBeInViewport();
  await save.click();
  await expect(instructor).toBeFocused();
  const problem = page.getByText('Enter an instructor');
  await expect(problem).toBeInViewport();
  // Neither the bar above nor what lies over the page at its bottom covers it.
  const covering = await problem.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    const on = document.elementFromPoint(left + 2, top + height / 2);
    return on === element || element.contains(on) ? null : on?.outerHTML.slice(0, 200);
  });
  expect(covering).toBeNull();
  await page.keyboard.type('Ida');
  await expect(problem).toHaveCount(0);
  await expect(page.getByText('Enter a description')).toBeVisible();
});

test('Dialogs open with the focus in their field, and Enter adds', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url, '/admin/courses/course-1');
  await page.getByText('Where the signal goes').first().click();
  await page.getByRole('button', { name: 'Add Resource' }).first().click();
  const step = (name: string) => page.getByRole('dialog', { name });
  await expect(step('Resource title').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('A tide table');
  await page.keyboard.press('Enter');
  await expect(step('Resource type').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('link');
  // In a list of choices, browsers open it with Enter.
  await step('Resource type').getByRole('button', { name: 'Next' }).press('Enter');
  await expect(step('Resource URL').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('https://example.org/tides');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /View A tide table/ })).toBeVisible();

  await page.goto(`${server.url}/admin/codes?course=course-1&form=draw`);
  const form = page.getByRole('dialog', { name: 'Generate codes' });
  await expect(form.getByLabel('Course')).toBeFocused();
  await form.getByLabel('Number of codes').press('Enter');
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Class 4b');
  await expect(form.getByText(/^Enter a name/)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Class 4b' })).toBeVisible();
});
