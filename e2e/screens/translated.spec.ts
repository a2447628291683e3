import { expect, type Page } from '@playwright/test';
import { findLies } from '#pwa/testing/rendered-texts.ts';
import { startTranslator } from '#pwa/testing/translator.ts';
import { emailOf, enterCode, fillSignUp, PASSWORD, untilDashboard, untilUnlocked } from '../world/learner.ts';
import { test } from '../world/world.ts';

/** Starts a translator in every page, in a world of its own, as that of a browser has. */
async function translate(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const source = `(${startTranslator})('beside')`;
  await devTools.send('Page.enable');
  await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'translator' });
}

/** Every text on the page is what the app has rendered, and is translated. */
async function showsWhatIsRendered(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('font').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
  await expect.poll(() => page.evaluate(`(${findLies})()`)).toEqual([]);
}

const SERVED = ['/', '/courses', '/courses/course-1', '/login', '/signup'];

test('A page that the browser translates works and shows what the app rendered', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    // React renders a served page anew whose texts were replaced before it could continue with them.
    if (!message.includes('React error #418')) errors.push(message);
  });
  await translate(page);

  // The server’s pages are translated before the app continues with their elements.
  for (const path of SERVED) {
    await page.goto(server.url + path);
    await expect(page.locator('#root [inert]')).toHaveCount(0);
    await showsWhatIsRendered(page);
  }

  await fillSignUp(page, server.url, 'Alice');
  await untilDashboard(page);
  await showsWhatIsRendered(page);

  await enterCode(page, server.url, { courseId: 'course-1', code: 'WRONG-CODE' });
  await expect(page.getByRole('alert').getByText('Invalid activation code')).toBeVisible();
  await showsWhatIsRendered(page);
  await enterCode(page, server.url, { courseId: 'course-1', code: server.codes('course-1')[0] ?? '' });
  await untilUnlocked(page);
  await showsWhatIsRendered(page);

  await page.goto(`${server.url}/courses/course-1/learn?lesson=course-1-lesson-04`);
  const contents = page.getByRole('complementary', { name: 'Course content' });
  await expect(contents).toContainText('0 of 12 lessons');
  await page
    .getByRole('region', { name: 'Video player' })
    .getByRole('button', { name: 'Play' })
    .first()
    .click();
  await showsWhatIsRendered(page);
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(contents).toContainText('1 of 12 lessons');
  await showsWhatIsRendered(page);
  await page.getByRole('navigation', { name: 'Lesson' }).getByRole('link', { name: /next/i }).click();
  await expect(page.getByText(/^Lesson 5/)).toBeVisible();
  await showsWhatIsRendered(page);

  await page.goto(`${server.url}/dashboard`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(`${server.url}/`);
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(emailOf('Alice'));
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await showsWhatIsRendered(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await untilDashboard(page);
  await showsWhatIsRendered(page);
  expect(errors).toEqual([]);
});
