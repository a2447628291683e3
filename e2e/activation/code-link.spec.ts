import { expect, type Page } from '@playwright/test';
import { emailOf, PASSWORD, untilUnlocked } from '../world/learner.ts';
import { readServerDb } from '../world/server-db.ts';
import { untilShown } from '../world/shown.ts';
import { test } from '../world/world.ts';

const PAGE = '/courses/course-1/activate';

/** The addresses to which the back and forward buttons lead. */
async function listHistory(page: Page): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  const { entries } = await tools.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

/** Collects the addresses and headers of everything that a page requests. Bodies are the code's only way out. */
function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    seen.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  return seen;
}

test('Visitors can open a link with a code, sign up, and unlock its course', { tag: '@journey' }, async ({
  server,
  device,
}) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.openWithoutWorker();
  const requests = watchRequests(page);
  await page.goto(`${server.url}${PAGE}#code=${code}`);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcourses%2Fcourse-1%2Factivate$/);
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').fill('Alice');
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign up|create/i })
    .click();
  await expect(page).toHaveURL(server.url + PAGE);
  await expect(page.getByLabel('Activation code')).toHaveValue(code);
  await Promise.all([
    untilShown(page, 'Your course is unlocked'),
    page.getByRole('button', { name: 'Unlock course' }).click(),
  ]);
  expect(readServerDb(server, 'Alice').activations).toEqual(['course-1']);
  // It ends with a reload of the page.
  await untilUnlocked(page);

  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    code,
  );
  expect(requests.join('\n')).not.toContain(code);
  expect(server.output).not.toContain(code);
  const history = await listHistory(page);
  expect(history).toContain(server.url + PAGE);
  expect(history.join('\n')).not.toContain(code);
});

test('A code in the query of a link leaves the address at once, and the log does not contain it', async ({
  server,
  device,
}) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.openWithoutWorker();
  await page.goto(`${server.url}${PAGE}?code=${code}`);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcourses%2Fcourse-1%2Factivate$/);
  const requests = watchRequests(page);
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Full name')).toBeVisible();
  expect(requests.join('\n')).not.toContain(code);
  expect(server.output).not.toContain(code);
  await page.goBack();
  await page.goBack();
  expect(page.url()).not.toContain(code);
});
