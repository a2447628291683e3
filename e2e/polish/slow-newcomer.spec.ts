import { expect, type Page } from '@playwright/test';
import { emailOf, PASSWORD } from '../world/learner.ts';
import { SlowLine } from '../world/slow-line.ts';
import { test } from '../world/world.ts';
import { countAsked, noteShifts, takeShifts } from './measures.ts';

/** 400 kbit/s and 400 ms, on a phone four times slower than this machine. */
const SLOW = { bytesPerSecond: 50_000, roundTripMs: 400 };
const CPU = 4;
/** More than this, and somebody who reads sees it jump. */
const SHIFT_MAX = 0.02;
/** What of the app a first lesson may still have to fetch when it is tapped: a good half second of such a line. */
const LESSON_MAX_BYTES = 30_000;

/** A lesson is to be readable within three seconds of its tap; a machine that does other things besides may take longer. */
const LESSON_MAX_MS = 9_000;

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name });

/** A step of the way is over when its page is there, and nothing in it may have jumped until then. */
async function arrive(page: Page, name: RegExp): Promise<void> {
  await expect(heading(page, name)).toBeVisible({ timeout: 60_000 });
  const shifts = await takeShifts(page);
  expect(shifts.total, `${name} jumps: ${shifts.words}`).toBeLessThanOrEqual(SHIFT_MAX);
}

async function fillSignUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(emailOf(name));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /sign up|create/i })
    .click();
}

test('a newcomer on a slow line gets from the first page to the first lesson, nothing jumps, and the lesson is there at once', async ({
  server,
  device,
}) => {
  const line = await SlowLine.to(server.port, SLOW);
  try {
    const page = await device.open();
    await page.setViewportSize({ width: 390, height: 844 });
    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await noteShifts(page);
    await page.goto(line.url, { waitUntil: 'commit' });
    await arrive(page, /^Your desk in the library/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Courses' }).click();
    await arrive(page, /^Courses$/);
    await page.getByRole('main').locator('a[href="/courses/course-1"]').first().click();
    await arrive(page, /^Offline-first web apps$/);
    await page.getByRole('main').getByRole('link', { name: 'Activate Course' }).first().click();
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await arrive(page, /^Take a seat$/);
    await fillSignUp(page, 'Nell');
    await page.getByLabel('Activation code').fill(server.codes('course-1')[0] ?? '', { timeout: 60_000 });
    await arrive(page, /^Offline-first web apps$/);
    await page.getByRole('button', { name: 'Unlock course' }).click();
    await arrive(page, /^Your course is unlocked$/);
    await expect(heading(page, /^Welcome back/)).toBeVisible({ timeout: 60_000 });
    const start = page.getByRole('main').getByRole('link', { name: /^Start Learning/ });
    await expect(start).toBeVisible();
    await expect(page.getByText(/everything synced/)).toBeVisible({ timeout: 60_000 });
    await arrive(page, /^Welcome back/);

    const asked = countAsked(page);
    const tappedAt = Date.now();
    await start.click();
    await expect(page.getByRole('article').getByRole('paragraph').nth(1)).toBeVisible();
    const readableMs = Date.now() - tappedAt;
    process.stdout.write(`The first lesson was readable ${readableMs} ms after its tap.\n`);
    expect(readableMs).toBeLessThan(LESSON_MAX_MS);
    await arrive(page, /^Where the signal goes$/);
    // Films and sheets are on their way all the while, and the lesson does not wait for them.
    expect(await asked(), 'what was fetched first').toBeLessThanOrEqual(LESSON_MAX_BYTES);
    expect((await takeShifts(page)).total).toBeLessThanOrEqual(SHIFT_MAX);
  } finally {
    await line.close();
  }
});

test('a page whose part of the app is still on its way says so over the page before it', async ({
  wire,
  device,
}) => {
  const page = await device.open();
  // Asked for by the page and, for later days, by its worker.
  wire.harm('stall', '/assets/courses-page', 4);
  await page.goto(wire.url);
  const opening = page.getByRole('status').filter({ hasText: 'Opening…' });
  await expect(heading(page, /^Your desk in the library/)).toBeVisible();
  await expect(opening).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Courses' }).click();
  await expect(opening.getByText('Opening…')).toBeVisible();
  await expect(heading(page, /^Your desk in the library/)).toBeVisible();
});
