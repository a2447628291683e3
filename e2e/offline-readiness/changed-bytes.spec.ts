import { expect, type Page } from '@playwright/test';
import { readItems, setItemsBack, untilWritten } from '../world/browser/device-store.ts';
import { signUpWithCourse } from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { test } from '../world/world.ts';

const COURSE = 'Offline-first web apps';

/** Changes one byte of a downloaded file in Cache Storage; its length stays. */
async function changeOneByte(page: Page, fileId: string): Promise<void> {
  const changed = await page.evaluate(async (wanted) => {
    const name = (await caches.keys()).find((one) => one.startsWith('carrel-media-')) ?? '';
    const cache = await caches.open(name);
    const key = (await cache.keys()).find(({ url }) => url.endsWith(`${wanted}/0`));
    const stored = key && (await cache.match(key));
    if (key === undefined || stored === undefined) return false;
    const bytes = new Uint8Array(await stored.arrayBuffer());
    bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    await cache.put(key, new Response(bytes));
    return true;
  }, fileId);
  expect(changed).toBe(true);
}

test('After a crash, a file whose bytes changed at the same length no longer counts, and is downloaded again', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  const [video] = server.query<{ videoFileId: string }>(
    `select videoFileId from lessons where id = 'course-1-lesson-04'`,
  );
  let page = await device.open();
  const [code = ''] = server.codes('course-1');
  await signUpWithCourse(page, networkProxy.url, { code });
  await changeOneByte(page, video?.videoFileId ?? '');
  const items = Object.entries(await readItems(page));
  await device.kill();

  page = await device.open();
  // As when the browser had not written the marker of the open tab to the disk yet.
  const earlier = items.filter(([key]) => !key.startsWith('carrel.open-tab.'));
  await setItemsBack(page, networkProxy.url, { ...Object.fromEntries(earlier), 'carrel.stamp': '1' });
  networkProxy.cut();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Trusted|Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(`${networkProxy.url}/dashboard`);
  const card = page.getByRole('listitem').filter({ hasText: COURSE });
  // The bytes are verified a few seconds after the start, when the page is idle.
  await expect(card).toContainText('11 of 12 lessons work offline', { timeout: 60_000 });
  await card.getByRole('button', { name: /^11 of 12 lessons work offline/ }).click();
  await expect(page.getByRole('dialog', { name: 'Downloads' })).toContainText(
    'Reading a tide table: its video (621 kB) was damaged on this device and removed.',
  );
  await page.keyboard.press('Escape');
  await untilWritten(page, 'downloads', '"problem":"changed"');
  expect(refused).toEqual([]);

  networkProxy.reconnect();
  await returnOnline(page);
  await expect(card.getByText('Works offline', { exact: true })).toBeVisible();
});
