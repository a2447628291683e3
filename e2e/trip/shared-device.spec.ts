import { expect, type Page } from '@playwright/test';
import { keepCourse, logIn, PASSWORD, signOut, signUp, untilControlled } from '../world/learner.ts';
import { ledgerOf } from '../world/ledger.ts';
import { test } from '../world/world.ts';

/** Every text that the browser keeps for this origin: databases, caches, storages. */
function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await read(indexedDB.open(name));
      for (const table of db.objectStoreNames) {
        const rows = await read(db.transaction(table).objectStore(table).getAll());
        parts.push(`${name}.${table}: ${JSON.stringify(rows)}`);
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      parts.push(`${name}: ${keys.map((request) => request.url).join(' ')}`);
    }
    return parts.join('\n');
  });
}

test('after signing out nothing of a learner is left on the device, and the next one sees none of it', async ({
  server,
  device,
}) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await keepCourse(page, server.url, { courseId: 'course-1', code });
  expect(await everythingKept(page)).toContain('Ida Strand');
  await signOut(page);
  const left = await everythingKept(page);
  expect(left).not.toContain('Ida Strand');
  expect(left).not.toContain('alice@');
  expect(left).not.toContain('carrel-media-');

  await signUp(page, server.url, 'Bob');
  await expect(page.getByRole('heading', { name: /Bob/ })).toBeVisible();
  await expect(page.getByText('Alice')).toHaveCount(0);
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page).toHaveURL(/\/activate$/);
});

test('a session that ends keeps the course readable, holds the work, and sends it after signing in again', async ({
  server,
  device,
}) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await signUp(page, server.url, 'Alice');
  await keepCourse(page, server.url, { courseId: 'course-1', code });
  await page.evaluate(() => localStorage.setItem('token', 'not.a.token'));
  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-02`);
  await expect(page.getByRole('heading', { name: 'Please sign in again' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Latency you can feel', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Keep reading' }).click();
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page.locator('[data-sync="paused"]')).toBeVisible();
  expect(ledgerOf(server, 'Alice').completed).toEqual([]);

  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => ledgerOf(server, 'Alice').completed).toEqual(['course-1-lesson-02']);
});

test('another person who signs in on an expired device neither sees nor sends the first one’s work', async ({
  server,
  device,
}) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await signUp(page, server.url, 'Bob');
  await signOut(page);
  await signUp(page, server.url, 'Alice');
  await keepCourse(page, server.url, { courseId: 'course-1', code });
  await page.evaluate(() => localStorage.setItem('token', 'not.a.token'));
  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-02`);
  await page.getByRole('button', { name: 'Keep reading' }).click();
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page.locator('[data-sync="paused"]')).toBeVisible();

  await logIn(page, server.url, 'Bob');
  await expect(page.getByText('Alice')).toHaveCount(0);
  await expect(page.locator('[data-sync="paused"], [data-sync="kept"]')).toHaveCount(0);
  await page.goto(`${server.url}/courses/course-1/learn`);
  await expect(page).toHaveURL(/\/activate$/);
  expect(ledgerOf(server, 'Bob').progress).toEqual([]);
  expect(ledgerOf(server, 'Alice').completed).toEqual([]);

  // Alice comes back: her work was waiting for her.
  await signOut(page);
  await logIn(page, server.url, 'Alice');
  await expect
    .poll(() => ledgerOf(server, 'Alice').completed, { timeout: 60_000 })
    .toEqual(['course-1-lesson-02']);
});

test('starting without a network keeps the session', async ({ server, device }) => {
  let page = await device.open();
  await signUp(page, server.url, 'Alice');
  await untilControlled(page);
  await server.stop();
  await device.kill();
  page = await device.open();
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: /Alice/ })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
});
