import { openBenchPage } from '#bench/bench-page.ts';
import { Chromium } from '#e2e/world/browser/chromium.ts';
import { readTable } from '#e2e/world/browser/device-store.ts';
import '#bench/sync/queued-edit-page/window.ts';

const PAGE = { source: new URL('../../sync/queued-edit-page/main.ts', import.meta.url), name: 'queuePage' };

/** Makes edits as a learner on a new device, kills the browser, and counts those that wait to be sent then. */
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
    const rows = await readTable(reopened, 'outbox');
    return rows.split('\n').filter((row) => row !== '').length;
  } finally {
    await device.dispose();
  }
}
