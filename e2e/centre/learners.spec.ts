import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../world/axe.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import {
  enterCode,
  logIn,
  signOut,
  signUp,
  signUpByForm,
  signUpUnlocked,
  untilControlled,
} from '../world/learner.ts';
import { pauseClock, runClockUntil } from '../world/page-clock.ts';
import { returnOnline } from '../world/return-online.ts';
import { readServerDb } from '../world/server-db.ts';
import { test } from '../world/world.ts';
import { editOf, importFile, openCentre, takeFile } from './centre-page.ts';

/** How long a discarded edit can be restored. */
const UNDO_MS = 10_000;

const RENAME = 'Change your name to “Alice Ash”';
const STUDY = '/courses/course-1/learn?lesson=course-1-lesson-02';

async function rename(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/profile`);
  await page.getByLabel('Name', { exact: true }).fill('Alice Ash');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
}

test('Edits made offline are listed as sentences, move to another device as a file, and arrive once', {
  tag: '@journey',
}, async ({ server, networkProxy, device, otherDevice }) => {
  const [code = ''] = server.codes('course-1');
  const page = await device.open();
  await signUpUnlocked(page, networkProxy.url, { code });
  // Its text is downloaded; its files are not needed.
  await expect(page.getByText('Works offline').first()).toBeVisible();
  await untilControlled(page);
  await page.goto(networkProxy.url + STUDY);
  const complete = page.getByRole('button', { name: 'Mark complete' });
  await expect(complete).toBeVisible();
  // A lesson that is read is recorded once; later it would be one more edit.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await untilWritten(page, 'outbox', '"state":"acknowledged"');
  networkProxy.cut();
  await complete.click();
  await untilWritten(page, 'outbox', '"completedAt":"');
  await rename(page, networkProxy.url);
  await openCentre(page);
  await expect(page.getByRole('heading', { name: 'Learning' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You', exact: true })).toBeVisible();
  await expect(editOf(page, RENAME)).toContainText('Sent when you are connected.');
  await expect(editOf(page, /^Save your progress/).getByRole('link')).toHaveAttribute('href', STUDY);
  await expect(page.getByText(/^Carrel uses/)).toBeVisible();
  await expectAccessible(page);
  const { name, text } = await takeFile(page, 'Export a file');
  expect(name).toMatch(/^carrel-unsent-\d{4}-\d\d-\d\d\.json$/);

  const other = await otherDevice.open();
  await logIn(other, server.url, 'Alice');
  await openCentre(other);
  await importFile(other, text);
  await expect(other.getByText('2 edits added, 0 already on this device.')).toBeVisible();
  await expect.poll(() => readServerDb(server, 'Alice').completed).toEqual(['course-1-lesson-02']);
  await importFile(other, text);
  await expect(other.getByText('0 edits added, 2 already on this device.')).toBeVisible();
  await expect(other.getByRole('region', { name: 'Sent', exact: true })).toContainText(RENAME);
  await signOut(other);
  await signUpByForm(other, server.url, 'Bob');
  await openCentre(other);
  await importFile(other, text);
  await expect(other.getByRole('alert')).toContainText('This file contains unsent work of another person.');
  await expect(editOf(other, RENAME)).toHaveCount(0);

  const before = readServerDb(server, 'Alice').receipts.length;
  networkProxy.reconnect();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByText('All sent').first()).toBeVisible();
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
  // The receipts of the other device apply to both.
  expect(readServerDb(server, 'Alice').receipts).toHaveLength(before);
});

test('A refused edit shows the reason and arrives when retried; a discarded one can be restored for ten seconds', {
  tag: '@journey',
}, async ({ server, networkProxy, device }) => {
  const page = await device.open();
  await page.clock.install();
  await signUp(page, networkProxy.url, 'Alice');
  await page.goto(`${networkProxy.url}/courses/course-1`);
  await expect(page.getByRole('heading', { level: 1, name: 'Offline-first web apps' })).toBeVisible();
  await untilControlled(page);
  networkProxy.cut();
  await enterCode(page, networkProxy.url, { courseId: 'course-1', code: 'WRITTEN-LATER' });
  await expect(page.getByText('Saved on this device: will unlock when connected')).toBeVisible();
  // Before the server can refuse it: a refusal on the activation page is shown only there.
  await openCentre(page);
  networkProxy.reconnect();
  await returnOnline(page);
  const unlock = editOf(page, 'Unlock “Offline-first web apps”');
  await expect(unlock).toContainText('The server refused it: Invalid activation code', { timeout: 60_000 });
  await expect(page.getByText('WRITTEN-LATER')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: 'Waiting to sync' })).toBeVisible();
  const [code = ''] = server.codes('course-1');
  server.change(
    "update activationCodes set code = 'WRITTEN-LATER', normalizedCode = 'WRITTENLATER' where code = ?",
    code,
  );
  await unlock.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => readServerDb(server, 'Alice').activations).toEqual(['course-1']);
  await expect(page.getByRole('region', { name: 'Sent', exact: true })).toContainText(
    'Unlock “Offline-first web apps”',
  );

  networkProxy.cut();
  await rename(page, networkProxy.url);
  await openCentre(page);
  await pauseClock(page);
  await editOf(page, RENAME).getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByText(`Discarded: ${RENAME}`)).toBeVisible();
  await runClockUntil(page, editOf(page, RENAME), 0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await runClockUntil(page, editOf(page, RENAME));
  await editOf(page, RENAME).getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByText(`Discarded: ${RENAME}`)).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect(page.getByText(`Discarded: ${RENAME}`)).toBeHidden();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 2, name: 'Waiting to sync' })).toBeFocused();
  await page.reload();
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
});

test('Signing out with unsent work offers to send, retain, export or discard it', {
  tag: '@journey',
}, async ({ server, networkProxy, device }) => {
  const page = await device.open();
  await signUp(page, networkProxy.url, 'Alice');
  await untilControlled(page);
  networkProxy.cut();
  await rename(page, networkProxy.url);
  await page.goto(`${networkProxy.url}/support`);
  await page.getByLabel('Message').fill('The lamp');
  await openCentre(page);
  await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('link')).toHaveText('Support message');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await expect(dialog).toContainText(RENAME);
  await expect(dialog).toContainText('Support message');
  for (const choice of ['Send now and sign out', 'Keep for my next login', 'Discard'])
    await expect(dialog.getByRole('button', { name: choice })).toBeVisible();
  await expectAccessible(page);
  const { text } = await takeFile(page, 'Export to a file');
  expect(text).toContain('The lamp');
  await expect(dialog.getByText(/^Exported as/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep for my next login' }).click();
  await page.waitForURL((url) => url.pathname === '/');

  networkProxy.reconnect();
  await logIn(page, networkProxy.url, 'Alice');
  await page.goto(`${networkProxy.url}/support`);
  await expect(page.getByLabel('Message')).toHaveValue('The lamp');
  await expect
    .poll(() => server.query<{ name: string }>('select name from users').map(({ name }) => name))
    .toContain('Alice Ash');
});
