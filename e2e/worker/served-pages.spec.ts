import { expect, type Page } from '@playwright/test';
import { signUp, untilStarted } from '../world/learner.ts';
import { test } from '../world/world.ts';

const PUBLIC_PAGES = ['/', '/courses', '/courses/course-1', '/library', '/login', '/signup', '/support'];

/**
 * Opens a page whose scripts and style sheets do not arrive, until {@link letAppArrive}. The page before it is
 * closed first, since it would reload itself when one of its scripts does not arrive.
 */
async function openWithoutApp(page: Page, url: string): Promise<void> {
  await page.goto('about:blank');
  await page.route(/\/assets\/.*\.(js|css)$/, (route) => route.abort());
  await page.goto(url);
}

const letAppArrive = (page: Page) => page.unrouteAll();

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('Public pages are readable before any script, and the app continues with their elements', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  for (const path of PUBLIC_PAGES) {
    await openWithoutApp(page, server.url + path);
    const before = await heading(page).textContent();
    expect(before, path).not.toBe('');
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await letAppArrive(page);
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        Object.assign(window, { served: document.querySelector('main h1') });
      });
    });
    await page.goto(server.url + path);
    await untilStarted(page);
    await expect(page).toHaveTitle(/ · Carrel$/);
    expect(await heading(page).textContent(), path).toBe(before);
    const isSame = () => Reflect.get(window, 'served') === document.querySelector('main h1');
    expect(await page.evaluate(isSame), path).toBe(true);
  }
  expect(errors).toEqual([]);
});

test('A form cannot be filled in before the app can read it', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await openWithoutApp(page, `${server.url}/login`);
  await expect(page.locator('form')).toHaveAttribute('inert', '');
  await letAppArrive(page);
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill('nell@example.org');
  await expect(page.getByLabel('Email')).toHaveValue('nell@example.org');
});

test('The text of a form that is stored on the device is in it after a reload', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await page.goto(`${server.url}/signup`);
  await page.getByLabel('Full name').fill('Nell');
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Nell');
});

test('A known user never sees the page of a visitor', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await signUp(page, server.url, 'Nell');
  await openWithoutApp(page, `${server.url}/courses`);
  await expect(page.getByText('Loading Carrel')).toBeVisible();
  await expect(page.locator('#root').getByRole('heading', { level: 1 })).toHaveCount(0);
  await letAppArrive(page);
  await page.goto(`${server.url}/courses`);
  await expect(page.getByRole('button', { name: /Nell/ })).toBeVisible();
  await expect(heading(page)).toHaveText('Courses');
});

test('The list that came with the page is shown when the connection ends before the app has fetched it', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`${server.url}/courses`);
  await expect(page.getByText('This is the list saved on this device.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Offline-first web apps' })).toBeVisible();
});
