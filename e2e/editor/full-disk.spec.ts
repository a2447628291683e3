import { expect, type Page } from '@playwright/test';
import { openCentre, takeFile } from '../centre/centre-page.ts';
import { adminLogIn } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';
import { COURSE, lessonIn, openFirstLesson, pressSave } from './editor-page.ts';

const QUOTA_BYTES = 32 * 1024 * 1024;
/** Longer than the rest of a full disk; identified by its end, so reports stay readable. */
const longText = (round: number) => `<p>${'Typed without room. '.repeat(1_000)}Round ${round}.</p>`;
const source = (page: Page) => page.getByRole('textbox', { name: 'Content: HTML source' });

/**
 * Limits the quota of this origin, as on a phone that is nearly full. Called before the first visit: browsers
 * cache the quota.
 */
async function makeDiskSmall(page: Page, origin: string): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA_BYTES });
}

/** Fills the remaining space in ever smaller pieces. */
const fillDisk = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const openRequest = indexedDB.open('something-else');
      openRequest.onupgradeneeded = () =>
        openRequest.result.createObjectStore('bytes', { autoIncrement: true });
      openRequest.onsuccess = () => resolve(openRequest.result);
      openRequest.onerror = () => reject(openRequest.error);
    });
    const add = (size: number) =>
      new Promise<boolean>((resolve) => {
        const bytes = new Uint8Array(size);
        for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
        const adding = db.transaction('bytes', 'readwrite', { durability: 'strict' });
        adding.objectStore('bytes').add(bytes);
        adding.oncomplete = () => resolve(true);
        adding.onabort = () => resolve(false);
      });
    for (const size of [4_000_000, 400_000, 40_000, 4_000]) while (await add(size));
    db.close();
  });

/** Fills the disk and types until nothing more fits, which also uses up the app's reserve. */
async function typeUntilFull(page: Page): Promise<string> {
  let round = 0;
  await expect(async () => {
    round += 1;
    await fillDisk(page);
    await source(page).fill(longText(round));
    await expect(notSavedNotice(page)).toBeInViewport({ timeout: 5_000 });
  }).toPass();
  return longText(round);
}

/**
 * Saves the typed text to a file, and returns it. The browser may compact its files at any time and find room for
 * the text, which removes the button; then the disk is filled again.
 */
async function saveToFileWhileFull(page: Page): Promise<string> {
  let text = '';
  await expect(async () => {
    text = await typeUntilFull(page);
    const file = await takeFile(page, 'Save to file', { timeout: 10_000 });
    expect(file.text).toContain(text);
  }).toPass();
  return text;
}

async function openSource(page: Page): Promise<void> {
  await openFirstLesson(page);
  await page.getByRole('tab', { name: 'HTML source' }).click();
  await expect(source(page)).not.toHaveValue('');
}

const notSavedNotice = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByText('Not saved on this device', { exact: true }) });

const freeDisk = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('something-else');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      }),
  );

test('On a full disk typed text stays on the screen and says so, leaving asks, and free space saves it again', async ({
  server,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await makeDiskSmall(page, server.url);
  await adminLogIn(page, server.url, COURSE);
  await openSource(page);
  let text = '';
  const isWhole = async () => (await source(page).inputValue()) === text;
  // Also repeated, as in saveToFileWhileFull: with room for the text, it would be saved.
  await expect(async () => {
    text = await typeUntilFull(page);
    await expect(notSavedNotice(page)).toContainText('Free up storage', { timeout: 10_000 });
    await pressSave(page);
    const refusal = page.getByRole('region', { name: 'Messages' }).getByRole('alert').last();
    await expect(refusal).toContainText('Not enough storage', { timeout: 10_000 });
  }).toPass();
  await expect.poll(isWhole).toBe(true);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  text = await saveToFileWhileFull(page);

  // Leaves and returns: the text is still on the screen.
  await openCentre(page);
  await page.goBack();
  await openSource(page);
  await expect.poll(isWhole).toBe(true);
  // The browser may have compacted its files and found room for the text since; then the page is reloaded.
  await expect(async () => {
    if (await source(page).isHidden()) await openSource(page);
    text = await typeUntilFull(page);
    const dialog = page.waitForEvent('dialog', { timeout: 10_000 });
    void page.evaluate(() => location.reload()).catch(() => null);
    await (await dialog).dismiss();
  }).toPass();
  await expect.poll(isWhole).toBe(true);

  await freeDisk(page);
  await untilWritten(page, 'drafts', text.slice(-20));
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await pressSave(page);
  await expect.poll(() => lessonIn(server)?.content === text).toBe(true);
});
