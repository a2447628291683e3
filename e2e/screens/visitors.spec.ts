import { expect, type Page } from '@playwright/test';
import { emailOf, logIn, PASSWORD, register, signOut, signUp, untilDashboard } from '../world/learner.ts';
import { postTo } from '../world/session.ts';
import { test } from '../world/world.ts';

// Nothing here depends on the service worker, whose installation takes a fifth of the time.
test.use({ serviceWorkers: 'block' });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('The landing page shows its fixed content and leads visitors through the login to the code', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.open();
  await page.goto(server.url);
  await expect(bar(page).getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/support');
  await expect(bar(page).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(bar(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup');
  await expect(bar(page).getByRole('link', { name: 'Library' })).toHaveCount(0);

  await expect(page.getByText(/lifetime access/)).toBeVisible();
  await expect(page.getByText('Support round the clock, with a reply within 24 hours.')).toBeVisible();
  const featured = page.getByRole('region', { name: 'Featured courses' }).getByRole('listitem');
  await expect(featured).toHaveText([/12 lessons/, /8 lessons/, /10 lessons/]);
  await expect(featured.nth(2).getByRole('link')).toHaveAttribute(
    'href',
    '/login?redirect=%2Fcourses%2Fcourse-3%2Factivate',
  );
  await expect(page.getByRole('region', { name: 'What learners say' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Open the library' })).toHaveAttribute('href', '/library');
  const foot = page.getByRole('navigation', { name: 'Footer' }).getByRole('link');
  const targets = await foot.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(targets).toEqual(['/courses', '/support', '/terms', '/privacy']);

  await page.goto(`${server.url}/no/such/page`);
  await page.waitForURL((url) => url.pathname === '/');
});

test('Signed-in users go from the landing page straight to the code', async ({ server, device }) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await page.goto(server.url);
  const link = page.getByRole('link', { name: 'Access course Offline-first web apps' });
  await expect(link).toHaveAttribute('href', '/courses/course-1/activate');
});

test('The account menu names the user, closes on an outside press, and signs out', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.open();
  await signUp(page, server.url, 'Alice Marsh');
  await page.goto(`${server.url}/courses`);
  const avatar = page.getByRole('button', { name: 'Account of Alice Marsh, AM' });
  await avatar.click();
  await expect(page.getByText(emailOf('Alice Marsh'))).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expect(bar(page).getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/profile');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText(emailOf('Alice Marsh'))).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await avatar.click();
  await bar(page).getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Digital Resource Library' })).toBeVisible();
  await signOut(page);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('On a phone the menu offers the links of the bar', { tag: '@journey' }, async ({ server, device }) => {
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/courses`);
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.click();
  await expect(bar(page).getByRole('listitem')).toHaveText(['Courses', 'Library', 'Login', 'Sign Up']);
  // In the margin, where a click hits only the page itself.
  await page.mouse.click(4, 600);
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
});

test('The login remembers an email, can show the password, and continues to the requested page', async ({
  server,
  device,
}) => {
  const page = await device.open();
  await register(postTo(server.url), 'Alice');
  await page.goto(`${server.url}/dashboard`);
  await page.waitForURL('**/login?redirect=%2Fdashboard');
  await expect(page.getByText('Authentication Required')).toBeVisible();

  await page.goto(`${server.url}/login`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await expect(main.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await password.fill('not this one');
  await expect(password).toHaveAttribute('type', 'password');
  await main.getByRole('button', { name: 'Show characters' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await main.getByRole('button', { name: 'Login' }).click();
  await expect(main.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByRole('heading', { name: 'Technical details' })).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).dblclick();
  await expect(page.getByRole('region', { name: 'Technical details' })).toContainText('wrong_credentials');
  await page.getByLabel('Remember me').check();
  await password.fill(PASSWORD);
  await main.getByRole('button', { name: 'Login' }).click();
  await untilDashboard(page);

  await signOut(page);
  await page.goto(`${server.url}/login?redirect=%2Fprofile`);
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('Alice'));
  await password.fill(PASSWORD);
  await main.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/profile');
  await expect(page.getByLabel('Current password')).toBeVisible();
  await signOut(page);
  await logIn(page, server.url, 'Alice');
});
