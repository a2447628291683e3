import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { SessionReply } from '#schema/account/user.ts';
import { readProgress } from './browser/device-store.ts';
import { openVerified, type Post, postFrom, storeSession } from './session.ts';

export const PASSWORD = 'a green glass lamp';

/** A distinct email for each name: alice@example.org. */
export const emailOf = (name: string): string => `${name.toLowerCase().replace(/\W+/g, '.')}@example.org`;

/** Signs a new learner up on a new device and opens the dashboard. */
export async function signUp(page: Page, origin: string, name: string): Promise<void> {
  await storeSession(page, await register(await postFrom(page, origin), name));
  await openVerified(page, `${origin}/dashboard`);
  await untilDashboard(page);
}

interface Unlocking {
  readonly name?: string;
  readonly courseId?: string;
  readonly code: string | undefined;
}

/**
 * Signs a new learner up on a new device, with a course, and waits until the device reports that it works offline.
 * Unlocking it on the screen, as {@link unlockAndDownload} does, takes three page loads more.
 */
export async function signUpWithCourse(page: Page, origin: string, unlocking: Unlocking): Promise<void> {
  await signUpUnlocked(page, origin, unlocking);
  await untilWorksOffline(page);
}

/** As {@link signUpWithCourse}, without waiting for the download of the course. */
export async function signUpUnlocked(page: Page, origin: string, unlocking: Unlocking): Promise<void> {
  await storeSession(page, await registerWithCourse(await postFrom(page, origin), unlocking));
  await openVerified(page, `${origin}/dashboard`);
  await untilDashboard(page);
}

/** Creates the account of a learner with a course. */
export async function registerWithCourse(
  post: Post,
  { name = 'Alice', courseId = 'course-1', code = '' }: Unlocking,
): Promise<SessionReply> {
  const { user, ...reply } = await register(post, name);
  await post(`/api/courses/${courseId}/activate`, { activationCode: code }, reply.token);
  return { ...reply, user: { ...user, activatedCourses: [courseId] } };
}

/** Creates the account of a learner. */
export async function register(post: Post, name: string): Promise<SessionReply> {
  const person = { name, email: emailOf(name), password: PASSWORD };
  return v.parse(SessionReply, await post('/api/auth/register', person));
}

/** As {@link signUp}, through the form: for a device where another user was. */
export async function signUpByForm(page: Page, origin: string, name: string): Promise<void> {
  await fillSignUp(page, origin, name);
  await untilDashboard(page);
}

/** Fills in the form for a new learner and submits it. */
export async function fillSignUp(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/signup`);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign up|create/i })
    .click();
}

/** Waits for the dashboard itself. (The router changes the URL before it renders the page.) */
export async function untilDashboard(page: Page): Promise<void> {
  await page.waitForURL('**/dashboard**');
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible({
    timeout: 60_000,
  });
}

export async function logIn(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /log ?in|sign in/i })
    .click();
  await untilDashboard(page);
}

/** Types a code on the activation page and submits it. */
export async function enterCode(
  page: Page,
  origin: string,
  entry: { courseId: string; code: string },
): Promise<void> {
  await page.goto(`${origin}/courses/${entry.courseId}/activate`);
  await page.getByLabel(/activation code/i).fill(entry.code);
  await page.getByRole('button', { name: 'Unlock course' }).click();
}

/** Unlocks a course and waits until the device reports that it works offline. */
export async function unlockAndDownload(
  page: Page,
  origin: string,
  entry: { courseId: string; code: string },
): Promise<void> {
  await enterCode(page, origin, entry);
  await untilUnlocked(page);
  await untilWorksOffline(page);
}

/**
 * After an activation the app goes to the dashboard, at once when the button is pressed, and reloads there:
 * only then is the page idle.
 */
export async function untilUnlocked(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Pressed in the page, since the countdown may end before a simulated click arrives.
    const buttons = [...document.querySelectorAll('button')];
    buttons.find((button) => button.textContent === 'Go to dashboard')?.click();
    return location.pathname === '/dashboard';
  });
  await untilReloaded(page);
}

/** Waits until the dashboard after an activation has reloaded. */
export async function untilReloaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('navigation')
      .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload'),
  );
  await untilDashboard(page);
}

/** Shown for a course that is incomplete or still being checked. */
const NOT_ALL_HERE =
  /^(\d+ of \d+ lessons works? offline|Does not work offline|Checking downloads|Download )/;

/** Waits until the dashboard reports every course as downloaded, text and files, and the worker the app. */
export async function untilWorksOffline(page: Page): Promise<void> {
  await expect(page.getByText('Works offline', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(NOT_ALL_HERE)).toHaveCount(0, { timeout: 60_000 });
  await untilControlled(page);
}

/**
 * Waits until the app runs in a public page. The page came from the server with its content: before, its links load
 * whole pages, and a mark in it would be lost.
 */
export async function untilStarted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.readyState === 'complete' && document.querySelector('#served, #root [inert]') === null,
  );
}

/** Waits until the worker controls this page and has every file of the app. */
export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Waits until the device has stored that the learner is in this lesson, and the position in its video. */
export async function untilRemembered(page: Page, lessonId: string, second = 0): Promise<void> {
  const readSecond = async () => {
    // Again each time: the page scrolls to its top when its lesson is shown, which may be after its title.
    await page.mouse.wheel(0, -5_000);
    await page.mouse.wheel(0, 5_000);
    const all = (await readProgress(page)).sort((a, b) => (a.at < b.at ? -1 : 1));
    if (all.at(-1)?.lessonId !== lessonId) return -1;
    return Math.max(...all.filter((one) => one.lessonId === lessonId).map(({ seconds }) => seconds));
  };
  await expect.poll(readSecond).toBeGreaterThanOrEqual(second);
}

/** Signs out through the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
