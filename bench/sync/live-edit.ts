import { setTimeout as rest } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';
import { logIn, signUp, unlockAndDownload } from '#e2e/world/learner.ts';
import { type Figure, median } from '../figures.ts';

const NAME = 'Live Learner';
const COURSE = 'course-1';
const ROUNDS = 25;
/** Both devices have pulled the last edit, and nothing is under way. */
const REST_MS = 1_500;
const MS_MAX = 30;
const BUTTON = 'nav button[aria-pressed]';

/**
 * Runs in the page, as text, because tsx rewrites functions: keeps a promise of the time at which the button shows the
 * edit, on a clock that all pages of this machine share.
 */
const WATCH = `void (globalThis.shownAtMs = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    resolve(performance.timeOrigin + performance.now());
  });
  observer.observe(document.querySelector('${BUTTON}'), { attributes: true, attributeFilter: ['aria-pressed'] });
}))`;
const PRESS = `(() => {
  const pressedAtMs = performance.timeOrigin + performance.now();
  document.querySelector('${BUTTON}').click();
  return pressedAtMs;
})()`;

async function openLesson(
  device: Chromium,
  url: string,
  enter: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await device.open();
  await enter(page);
  await page.goto(`${url}/courses/${COURSE}/learn`);
  await page.locator(BUTTON).waitFor();
  return page;
}

/** Milliseconds from a learner's edit on one device until their other device, which is at rest, shows it. */
export async function liveEditFigure(server: CarrelServer): Promise<Figure> {
  const [first, second] = [await Chromium.create(), await Chromium.create()];
  try {
    const [code] = server.query<{ code: string }>(
      `select code from activationCodes where courseId = '${COURSE}' and isUsedUp = 0`,
    );
    const from = await openLesson(first, server.url, async (page) => {
      await signUp(page, server.url, NAME);
      await unlockAndDownload(page, server.url, { courseId: COURSE, code: code?.code ?? '' });
    });
    const to = await openLesson(second, server.url, (page) => logIn(page, server.url, NAME));
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await rest(REST_MS);
      await to.evaluate(WATCH);
      const pressedAtMs = Number(await from.evaluate(PRESS));
      times.push(Number(await to.evaluate('shownAtMs')) - pressedAtMs);
    }
    return {
      name: 'one edit, until the learner’s other device shows it',
      value: median(times),
      unit: 'ms',
      bound: { kind: 'at most', value: MS_MAX },
      detail: `median of ${ROUNDS}; ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`,
    };
  } finally {
    await Promise.all([first.dispose(), second.dispose()]);
  }
}
