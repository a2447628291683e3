import { expect, type Page } from '@playwright/test';
import { signUp } from '../world/learner.ts';
import { openControlled } from './controlled.ts';
import { isMarked, mark, untilUnmarked } from './mark.ts';
import { test } from './release-world.ts';

const notice = (page: Page) => page.getByText('Update available');

/** Makes the browser check for the new version, as it does automatically on a later visit. */
async function findUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

test('An update waits for the user’s consent and does not interrupt typing', { tag: '@journey' }, async ({
  releaseProxy,
  device,
}) => {
  const page = await device.open();
  await openControlled(page, `${releaseProxy.url}/signup`);
  await mark(page);
  await page.getByLabel('Full name').fill('Alice half-ty');
  releaseProxy.deployNext();
  await findUpdate(page);
  await expect(notice(page)).toBeVisible();
  await page.getByLabel('Full name').pressSequentially('ped');
  expect(await isMarked(page)).toBe(true);
  await expect(page.getByLabel('Full name')).toHaveValue('Alice half-typed');

  await page.getByRole('button', { name: 'Later' }).click();
  await expect(notice(page)).toBeHidden();
  expect(await isMarked(page)).toBe(true);
});

test('With the user’s consent every tab updates, but one with unsent input asks first', {
  tag: '@journey',
}, async ({ releaseProxy, device }) => {
  const asking = await device.open();
  await openControlled(asking, releaseProxy.url);
  const reading = await device.context.newPage();
  await openControlled(reading, `${releaseProxy.url}/courses`);
  const typing = await device.context.newPage();
  await openControlled(typing, `${releaseProxy.url}/support`);
  await typing.getByLabel('Message').fill('My code does not w');
  for (const page of [asking, reading, typing]) await mark(page);

  releaseProxy.deployNext();
  await findUpdate(asking);
  await asking.getByRole('button', { name: 'Update' }).click();
  await untilUnmarked(asking);
  await untilUnmarked(reading);
  await expect(notice(typing)).toBeVisible();
  expect(await isMarked(typing)).toBe(true);
  await typing.getByLabel('Message').pressSequentially('ork.');
  await typing.getByRole('button', { name: 'Update' }).click();
  await untilUnmarked(typing);
  await expect(typing.getByLabel('Message')).toHaveValue('My code does not work.');
  await expect(notice(typing)).toBeHidden();
});

test('A page opened alone, before any user interaction, applies a waiting update automatically', async ({
  releaseProxy,
  device,
}) => {
  const page = await device.open();
  await openControlled(page, releaseProxy.url);
  releaseProxy.deployNext();
  await findUpdate(page);
  // On a busy machine the worker may count the pages too late; then the next opening applies the update.
  await expect(async () => {
    await page.reload();
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null, null, {
      timeout: 15_000,
    });
  }).toPass();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('A tab of an older version that blocks the store is named, and the page continues after it', async ({
  server,
  device,
}) => {
  const old = await device.openWithoutWorker();
  await signUp(old, server.url, 'Alice');
  const name = await privateStoreName(old);
  // A page of the same origin without the app, in place of a frozen tab.
  await old.goto(`${server.url}/healthz`);
  await old.evaluate(holdOldVersion, name);
  const page = await device.context.newPage();
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByText('Carrel is open in another tab')).toBeVisible();
  await old.close();
  await expect(page.getByText('Carrel is open in another tab')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Welcome back, Alice' })).toBeVisible();
});

/** Returns the name of the user's store; the dashboard greets the user before the store has been created. */
async function privateStoreName(page: Page): Promise<string> {
  const found = await page.waitForFunction(async () => {
    const all = await indexedDB.databases();
    return all.find((db) => db.name?.startsWith('carrel-user-'))?.name;
  });
  const name = await found.jsonValue();
  if (name === undefined) throw new Error('The page has no store of a user.');
  return name;
}

/** Runs in a page: resets the store to its first version, and holds a connection to it that never closes. */
async function holdOldVersion(name: string): Promise<void> {
  const ended = (request: IDBOpenDBRequest) =>
    new Promise<void>((resolve, reject) => {
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    });
  await ended(indexedDB.deleteDatabase(name));
  const request = indexedDB.open(name, 10);
  request.onupgradeneeded = () => {
    for (const table of ['courses', 'modules', 'lessons', 'resources', 'drafts']) {
      request.result.createObjectStore(table, { keyPath: 'id' });
    }
    for (const table of ['modules', 'lessons', 'resources']) {
      request.transaction?.objectStore(table).createIndex('courseId', 'courseId');
    }
    request.result
      .createObjectStore('lessonContents', { keyPath: 'lessonId' })
      .createIndex('courseId', 'courseId');
    request.result.createObjectStore('progress', { keyPath: 'lessonId' });
    request.result.createObjectStore('downloads', { keyPath: 'fileId' }).createIndex('courseId', 'courseId');
    request.result.createObjectStore('state', { keyPath: 'key' });
    const outbox = request.result.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true });
    outbox.createIndex('id', 'id', { unique: true });
    outbox.createIndex('state', 'state');
  };
  await ended(request);
}
