import { openBenchPage } from '#bench/bench-page.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { CarrelServer } from '#e2e/world/carrel-server.ts';
import { signUpWithCourse } from '#e2e/world/learner.ts';
import '#bench/sync/queued-edit-page/window.ts';
import { repeat } from '../repeat.ts';

const SOURCE = new URL('../../sync/queued-edit-page/main.ts', import.meta.url);
const COURSE = 'course-1';
const BUTTON = 'nav button[aria-pressed]';

/** Runs in the page, as text, because tsx rewrites functions: milliseconds until the button shows its press. */
const TIME_PRESS = `new Promise((resolve) => {
  const button = document.querySelector('${BUTTON}');
  const startedMs = performance.now();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    resolve(performance.now() - startedMs);
  });
  observer.observe(button, { attributes: true, attributeFilter: ['aria-pressed'] });
  button.click();
})`;

/** Milliseconds of a learner's progress until it is on the disk, with as many commands waiting as each length. */
export async function timeCarrelEdits(lengths: readonly number[]): Promise<number[][]> {
  const device = await Chromium.create();
  try {
    const page = await openBenchPage(device, { source: SOURCE, name: 'queuePage' });
    const times: number[][] = [];
    for (const length of lengths) {
      await page.evaluate((count) => window.queuePage.fill('progress', count), length);
      times.push(
        await repeat(() => page.evaluate((count) => window.queuePage.edit('progress', count), length)),
      );
    }
    return times;
  } finally {
    await device.dispose();
  }
}

/** Milliseconds from pressing "Mark complete" in the app, offline, until the button shows it. */
export async function timeCarrelPresses(): Promise<number[]> {
  const server = await CarrelServer.start();
  const device = await Chromium.create();
  try {
    const page = await device.open();
    await signUpWithCourse(page, server.url, { courseId: COURSE, code: server.codes(COURSE)[0] });
    await page.goto(`${server.url}/courses/${COURSE}/learn`);
    await page.locator(BUTTON).waitFor();
    await device.context.setOffline(true);
    return await repeat(async () => Number(await page.evaluate(TIME_PRESS)));
  } finally {
    await device.dispose();
    await server.dispose();
  }
}
