import { expect, type Locator, type Page } from '@playwright/test';
import { codeLink } from '#schema/activation/code-link.ts';
import { emailOf, PASSWORD } from '../world/learner.ts';
import { readServerDb } from '../world/server-db.ts';
import { test } from '../world/world.ts';

const TAPS_MAX = 7;
const FIELDS_MAX = 4;

/** Counts what a learner does. */
function countingHands() {
  const done = { taps: 0, fields: 0 };
  return {
    done,
    tap: async (target: Locator) => {
      done.taps += 1;
      await target.click();
    },
    fill: async (field: Locator, text: string) => {
      done.fields += 1;
      await field.fill(text);
    },
  };
}

/** Everything that a page requests, and where it is: none of it may contain the code. */
function watchAddresses(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    seen.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  return seen;
}

test('A learner gets from the QR code of a card to a completed lesson 1 in few taps and fields', {
  tag: '@journey',
}, async ({ server, device }) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await page.setViewportSize({ width: 390, height: 844 });
  const addresses = watchAddresses(page);
  const { tap, fill, done } = countingHands();
  await page.goto(codeLink(server.url, 'course-1', code));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: 'Offline-first web apps' })).toBeVisible();
  await expect(main.getByText(code)).toBeVisible();
  await expect(page.getByText('Authentication Required')).toHaveCount(0);

  await fill(main.getByLabel('Full name'), 'Alice');
  await fill(main.getByLabel('Email'), emailOf('Alice'));
  await fill(main.getByLabel('Password', { exact: true }), PASSWORD);
  await tap(main.getByRole('button', { name: 'Create account and unlock' }));
  await tap(main.getByRole('link', { name: 'Start lesson 1' }));
  await tap(page.getByRole('button', { name: 'Mark complete' }));
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();

  expect(done.taps).toBeLessThanOrEqual(TAPS_MAX);
  expect(done.fields).toBeLessThanOrEqual(FIELDS_MAX);
  await expect
    .poll(() => readServerDb(server, 'Alice').progress.map(({ lessonId }) => lessonId), { timeout: 60_000 })
    .toEqual(['course-1-lesson-01']);
  expect(readServerDb(server, 'Alice').activations).toEqual(['course-1']);
  expect(addresses.join('\n')).not.toContain(code);
  expect(server.output).not.toContain(code);
});
