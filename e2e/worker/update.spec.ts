import { expect, type Page } from '@playwright/test';
import { test as base } from '../world/world.ts';
import { openControlled } from './controlled.ts';
import { ReleaseLine } from './release-line.ts';

const test = base.extend<{ line: ReleaseLine }>({
  line: async ({ server }, use) => {
    const line = await ReleaseLine.before(server.port);
    await use(line);
    await line.close();
  },
});

const notice = (page: Page) => page.getByText('A new version of Carrel is ready');

/** Marks the page as it stands: after a reload the mark is gone. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-mark'));
const untilReloaded = (page: Page) =>
  page.waitForFunction(() => !document.documentElement.hasAttribute('data-mark'));

/** Lets the browser find the new version, as it does by itself on a later visit. */
async function findUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

test('an update waits for the person’s word, and typing goes on undisturbed', async ({ line, device }) => {
  const page = await device.open();
  await openControlled(page, `${line.url}/signup`);
  await mark(page);
  await page.getByLabel('Full name').fill('Alice half-ty');
  line.deployNext();
  await findUpdate(page);
  await expect(notice(page)).toBeVisible();
  await page.getByLabel('Full name').pressSequentially('ped');
  expect(await isMarked(page)).toBe(true);
  await expect(page.getByLabel('Full name')).toHaveValue('Alice half-typed');

  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice(page)).toBeHidden();
  expect(await isMarked(page)).toBe(true);
});

test('with the person’s word every tab takes it, but one in which something is typed asks first', async ({
  line,
  device,
}) => {
  const asking = await device.open();
  await openControlled(asking, line.url);
  const reading = await device.context.newPage();
  await openControlled(reading, `${line.url}/courses`);
  const typing = await device.context.newPage();
  await openControlled(typing, `${line.url}/signup`);
  await typing.getByLabel('Full name').fill('Bob');
  for (const page of [asking, reading, typing]) await mark(page);

  line.deployNext();
  await findUpdate(asking);
  await asking.getByRole('button', { name: 'Update now' }).click();
  await untilReloaded(asking);
  await untilReloaded(reading);
  await expect(notice(typing)).toBeVisible();
  expect(await isMarked(typing)).toBe(true);
  await expect(typing.getByLabel('Full name')).toHaveValue('Bob');
  await typing.getByRole('button', { name: 'Update now' }).click();
  await untilReloaded(typing);
  await expect(notice(typing)).toBeHidden();
});

test('a page opened alone and untouched takes a waiting update by itself', async ({ line, device }) => {
  const page = await device.open();
  await openControlled(page, line.url);
  line.deployNext();
  await findUpdate(page);
  await page.reload();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});
