import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'a green glass lamp';

/** An address of their own for each name: alice@example.org. */
export const emailOf = (name: string): string => `${name.toLowerCase().replace(/\W+/g, '.')}@example.org`;

/** Signs a new learner up by the form and waits for the dashboard. */
export async function signUp(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/signup`);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign up|create/i })
    .click();
  await page.waitForURL('**/dashboard**');
}

export async function logIn(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await page.waitForURL('**/dashboard**');
}

/** Types a code on the activation page and sends it. */
export async function enterCode(
  page: Page,
  origin: string,
  entry: { courseId: string; code: string },
): Promise<void> {
  await page.goto(`${origin}/courses/${entry.courseId}/activate`);
  await page.getByLabel(/activation code/i).fill(entry.code);
  await page.getByRole('button', { name: /activate|unlock/i }).click();
}

/** Unlocks a course and waits until the device itself says that it works offline. */
export async function keepCourse(
  page: Page,
  origin: string,
  entry: { courseId: string; code: string },
): Promise<void> {
  await enterCode(page, origin, entry);
  await untilUnlocked(page);
  await untilWorksOffline(page);
}

/** After an activation the app goes to the dashboard and reloads there: only then is the page at rest. */
export async function untilUnlocked(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard**', { timeout: 60_000 });
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('navigation')
      .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload'),
  );
}

/** The dashboard's word that a course is on the device, and the worker's that the app is. */
export async function untilWorksOffline(page: Page): Promise<void> {
  await expect(page.getByText('Works offline').first()).toBeVisible({ timeout: 30_000 });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until the device itself has written down that the learner is in this lesson. */
export async function untilRemembered(page: Page, lessonId: string): Promise<void> {
  const isWritten = (id: string) =>
    page.evaluate(async (lesson) => {
      const name = (await indexedDB.databases()).find((db) => db.name?.startsWith('carrel-user-'))?.name;
      if (name === undefined) return false;
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await done(indexedDB.open(name));
      const row: unknown = await done(db.transaction('progress').objectStore('progress').get(lesson));
      db.close();
      return row !== undefined;
    }, id);
  await expect.poll(() => isWritten(lessonId)).toBe(true);
}

/** Leaves by the account menu, as people do. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}
