import { openBenchPage } from '#bench/bench-page.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { readTable } from '#e2e/world/browser/device-store.ts';
import '#bench/sync/queued-edit-page/window.ts';

const PAGE = { source: new URL('../../sync/queued-edit-page/main.ts', import.meta.url), name: 'queuePage' };

const LESSON_ID = /"lesson-\d+"/g;

/** Makes edits as a learner on a new device, kills the browser, and counts the lessons of which progress waits to be sent. */
export async function countAfterKill(edits: number): Promise<number> {
  const device = await Chromium.create();
  try {
    const page = await openBenchPage(device, PAGE);
    await page.evaluate(async (count) => {
      for (let edit = 0; edit < count; edit += 1) await window.queuePage.edit('progress', 0);
    }, edits);
    await device.kill();
    const reopened = await openBenchPage(device, PAGE);
    // tsx calls this in functions that are sent to the page.
    await reopened.evaluate('globalThis.__name = (named) => named');
    const outbox = await readTable(reopened, 'outbox');
    // Progress in several lessons may be one command.
    return new Set(outbox.match(LESSON_ID)).size;
  } finally {
    await device.dispose();
  }
}
