import { expect, type Page } from '@playwright/test';
import { readTable } from '../world/browser/device-store.ts';
import {
  enterCode,
  signUp,
  unlockAndDownload,
  untilControlled,
  untilDashboard,
  untilWorksOffline,
} from '../world/learner.ts';
import { returnOnline } from '../world/return-online.ts';
import { readServerDb } from '../world/server-db.ts';
import { test } from '../world/world.ts';

const courseId = 'course-1';

/** Replaces the refused code that is still in the field. */
async function enterInstead(page: Page, code: string): Promise<void> {
  await page.getByLabel('Activation code').fill(code);
  await page.getByRole('button', { name: 'Unlock course' }).click();
}

test('A lost reply leaves one activation and one progress row', async ({ server, networkProxy, device }) => {
  const [code = ''] = server.codes(courseId);
  const page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  networkProxy.injectFault('lose-reply', `POST /api/courses/${courseId}/activate`, 2);
  await unlockAndDownload(page, networkProxy.url, { courseId, code });
  const activations = networkProxy.delivered.filter(
    (line) => line.startsWith('POST') && line.includes('/activate'),
  );
  expect(activations.length).toBeGreaterThanOrEqual(3);

  networkProxy.injectFault('lose-reply', 'PUT /api/progress', 2);
  await page.goto(`${networkProxy.url}/courses/${courseId}/learn?lesson=course-1-lesson-02`);
  await page.getByRole('button', { name: 'Mark complete' }).click();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
  await expect.poll(() => networkProxy.isSpent, { timeout: 60_000 }).toBe(true);
  await page.goto(`${networkProxy.url}/dashboard`);
  await expect(page.locator('[data-sync="sent"]')).toBeVisible({ timeout: 60_000 });

  const stored = readServerDb(server, 'Alice');
  expect(stored.activations).toEqual([courseId]);
  expect(stored.codesUsed).toHaveLength(1);
  expect(stored.progress.filter((row) => row.lessonId === 'course-1-lesson-02')).toHaveLength(1);
  const [course] = server.query<{ n: number }>(
    'select count(*) n from activations where courseId = ?',
    courseId,
  );
  expect(course?.n).toBe(1);
});

test('Learners can enter a code offline; it waits on the device, says so, and unlocks after reconnecting', {
  tag: '@journey',
}, async ({ server, networkProxy, killableDevice: device }) => {
  const [code = ''] = server.codes(courseId);
  let page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  await page.goto(`${networkProxy.url}/courses/${courseId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Offline-first web apps' })).toBeVisible();
  await untilControlled(page);
  networkProxy.cut();
  await enterCode(page, networkProxy.url, { courseId, code });
  await expect(page.getByText('Saved on this device: will unlock when connected')).toBeVisible();
  await device.kill();

  page = await device.open();
  await page.goto(`${networkProxy.url}/dashboard`);
  await expect(page.getByText(/will unlock when connected/i).first()).toBeVisible();
  await page.goto(`${networkProxy.url}/courses/${courseId}/learn`);
  await expect(page).toHaveURL(/\/activate$/);

  networkProxy.reconnect();
  await page.goto(`${networkProxy.url}/dashboard`);
  await untilWorksOffline(page);
  expect(readServerDb(server, 'Alice').activations).toEqual([courseId]);
});

test('A refusal while the user is on the page is shown beside the field only, also after a reload', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  const field = page.getByLabel('Activation code');
  const refusal = page.getByText('Invalid activation code').first();
  const alarm = page.locator('[data-sync="needsYou"]');
  /** Whether the chip ever reported that something needs the user, however briefly. */
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[data-sync="needsYou"]')) Object.assign(window, { hasAlarmed: true });
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const hasAlarmed = () => page.evaluate(() => 'hasAlarmed' in window);

  await enterCode(page, networkProxy.url, { courseId, code: 'WRONG-AT-ONCE' });
  await expect(refusal).toBeVisible();
  await expect(field).toHaveValue('WRONG-AT-ONCE');
  // The page has stored that the user has seen it.
  await expect.poll(() => readTable(page, 'outbox')).not.toContain('WRONG-AT-ONCE');
  await page.reload();
  await expect(refusal).toBeVisible();
  await expect(field).toHaveValue('WRONG-AT-ONCE');
  expect(await hasAlarmed()).toBe(false);

  // The reply comes late, after the screen has shown that the code waits, and after a reload.
  await untilControlled(page);
  networkProxy.cut();
  await enterInstead(page, 'WRONG-AND-LATE');
  await expect(page.getByText('Saved on this device: will unlock when connected')).toBeVisible();
  await page.reload();
  await expect(page.getByText('WRONG-AND-LATE')).toBeVisible();
  networkProxy.reconnect();
  await returnOnline(page);
  await expect(refusal).toBeVisible({ timeout: 60_000 });
  await expect(field).toHaveValue('WRONG-AND-LATE');
  expect(await hasAlarmed()).toBe(false);

  await page.goto(`${networkProxy.url}/sync`);
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
  await expect(alarm).toHaveCount(0);
  await page.goto(`${networkProxy.url}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible();
  await expect(page.getByText('was not unlocked')).toHaveCount(0);
  expect(await hasAlarmed()).toBe(false);
  expect(readServerDb(server, 'Alice').activations).toEqual([]);
});

test('A waiting code that the server refuses shows its reason', async ({ server, networkProxy, device }) => {
  const page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  await page.goto(`${networkProxy.url}/courses/${courseId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Offline-first web apps' })).toBeVisible();
  await untilControlled(page);
  networkProxy.cut();
  await enterCode(page, networkProxy.url, { courseId, code: 'NOT-A-CODE' });
  await expect(page.getByText('Saved on this device: will unlock when connected')).toBeVisible();
  // Before the server can refuse it: a refusal on the activation page is shown only there.
  await page.goto(`${networkProxy.url}/dashboard`);
  await untilDashboard(page);
  networkProxy.reconnect();
  await returnOnline(page);
  await expect(page.getByText('Invalid activation code').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-sync="needsYou"]')).toBeVisible();
  expect(readServerDb(server, 'Alice').activations).toEqual([]);
});

test('An action that fails on a full device is reported, and succeeds once there is space', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  await page.goto(`${networkProxy.url}/courses/${courseId}/activate`);
  await untilControlled(page);
  networkProxy.cut();
  await enterInstead(page, 'WRITTEN-LATER');
  await expect(page.getByText('Saved on this device: will unlock when connected')).toBeVisible();
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  // As above, before the server can refuse it.
  await untilDashboard(page);
  networkProxy.reconnect();
  await returnOnline(page);
  await expect(page.getByText('Invalid activation code').first()).toBeVisible({ timeout: 60_000 });
  const pending = page.getByRole('region', { name: 'Courses waiting to be unlocked' });
  const tryAgain = pending.getByRole('button', { name: 'Try again' });
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    Object.assign(window, { freeSpace: () => Object.assign(IDBObjectStore.prototype, { put }) });
  });
  await tryAgain.click();
  const errorToast = page.getByRole('alert').filter({ hasText: 'Not enough storage' });
  await expect(errorToast).toBeInViewport();
  await expect(pending).toContainText('was not unlocked');
  await page.evaluate('freeSpace()');
  const [code = ''] = server.codes(courseId);
  server.change(
    "update activationCodes set code = 'WRITTEN-LATER', normalizedCode = 'WRITTENLATER' where code = ?",
    code,
  );
  await tryAgain.click();
  await expect(pending).toBeHidden();
  await expect(errorToast).toBeHidden();
  expect(readServerDb(server, 'Alice').activations).toEqual([courseId]);
});
