import { expect, type Page } from '@playwright/test';
import { adminLogIn, makeAdmin, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { readTable, untilWritten } from '../world/browser/device-store.ts';
import { NetworkProxy } from '../world/network-proxy.ts';
import { test } from '../world/world.ts';
import { COURSE, FIRST_LESSON, lessonIn, openFirstLesson, pressSave } from './editor-page.ts';
import { MessageLog } from './message-log.ts';

const block = (text: string) => `<p>${text}</p>`;
const title = (page: Page) => page.getByLabel('Lesson title');
const source = (page: Page) => page.getByRole('textbox', { name: 'Content: HTML source' });
const field = (page: Page, name: string) => page.getByRole('group', { name });

/** Opens the lesson's HTML on a page that also works offline. */
async function openSource(page: Page): Promise<void> {
  await openFirstLesson(page);
  await page.getByRole('tab', { name: 'HTML source' }).click();
  await expect(source(page)).not.toHaveValue('');
}

/** Saves offline: the edit is only on the device. */
async function saveOffline(page: Page, text: string): Promise<void> {
  await pressSave(page);
  await untilWritten(page, 'outbox', text);
}

/** Reconnects and simulates a return to the page. */
async function comeBack(page: Page, networkProxy: NetworkProxy): Promise<void> {
  networkProxy.reconnect();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

test('Two users edit one lesson offline: separate changes merge automatically, overlapping ones ask the second user', {
  tag: '@journey',
}, async ({ server, networkProxy, device, otherDevice }) => {
  server.change(
    'update lessonContents set content = ? where lessonId = ?',
    ['One', 'Two', 'Three'].map(block).join('\n'),
    FIRST_LESSON,
  );
  const ida = await makeAdmin(server, 'Ida');
  const otherProxy = await NetworkProxy.to(server.port);
  try {
    const desktop = await device.open();
    await adminLogIn(desktop, networkProxy.url, COURSE);
    const page = await otherDevice.open();
    await page.setViewportSize({ width: 390, height: 844 });
    const messages = await MessageLog.watch(page);
    await adminLogIn(page, otherProxy.url, COURSE, ida);
    for (const one of [desktop, page]) {
      await openSource(one);
      await untilAdminWorksOffline(one);
    }

    networkProxy.cut();
    otherProxy.cut();
    await title(desktop).fill('Low water');
    await source(desktop).fill(['One, by the desk', 'Two', 'Three'].map(block).join('\n'));
    await saveOffline(desktop, 'Low water');
    await page.getByLabel('Duration (minutes)').fill('42');
    await source(page).fill(['One', 'Two', 'Three, by the phone'].map(block).join('\n'));
    await saveOffline(page, 'by the phone');
    await comeBack(desktop, networkProxy);
    await expect.poll(() => lessonIn(server)?.title).toBe('Low water');
    await comeBack(page, otherProxy);
    // Shown for merged edits too, although they are sent under another id.
    await messages.untilShown('Course saved');
    await expect.poll(() => lessonIn(server)?.duration).toBe(42);
    const merged = ['One, by the desk', 'Two', 'Three, by the phone'].map(block).join('\n');
    expect(lessonIn(server)).toMatchObject({ title: 'Low water', duration: 42, content: merged });
    for (const one of [desktop, page]) await expect(source(one)).toHaveValue(merged);
    await expect(page.getByText('also changed elsewhere')).toHaveCount(0);

    networkProxy.cut();
    otherProxy.cut();
    await title(desktop).fill('Ebb');
    await source(desktop).fill(block('Ebb comes first.'));
    await saveOffline(desktop, 'Ebb comes first.');
    await title(page).fill('Flood');
    await source(page).fill(block('Flood comes first.'));
    await saveOffline(page, 'Flood comes first.');
    await comeBack(desktop, networkProxy);
    await expect.poll(() => lessonIn(server)?.title).toBe('Ebb');
    await comeBack(page, otherProxy);
    await expect(page.getByRole('heading', { name: '2 fields were also changed elsewhere' })).toBeVisible();
    await expect(page.getByText('All saved changes of this course have been sent')).toHaveCount(0);
    await expect(field(page, 'Title')).toContainText('Flood');
    await expect(field(page, 'Title')).toContainText('Ebb');
    await expect(field(page, 'Text')).toContainText('Flood comes first.');
    await expect(field(page, 'Text')).toContainText('Ebb comes first.');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    expect(lessonIn(server)).toMatchObject({ title: 'Ebb', content: block('Ebb comes first.') });

    // A merged text survives a reload.
    await field(page, 'Title').getByRole('button', { name: 'Write a merged text' }).click();
    await page.getByLabel('Merged title').fill('Ebb and flood');
    await untilWritten(page, 'drafts', 'Ebb and flood');
    await page.reload();
    await expect(page.getByLabel('Merged title')).toHaveValue('Ebb and flood');
    await field(page, 'Title').getByLabel('Theirs').check();
    await field(page, 'Text').getByLabel('Yours').check();
    await page.getByRole('button', { name: 'Save choice' }).click();
    await expect.poll(() => lessonIn(server)?.content).toBe(block('Flood comes first.'));
    expect(lessonIn(server)?.title).toBe('Ebb');
    await expect(page.getByText('No unsaved changes.', { exact: true })).toBeVisible();
    await expect.poll(() => readTable(page, 'drafts')).toBe('');
    await openFirstLesson(page);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: /^History of/ });
    const rejectedEntry = history.getByRole('listitem').filter({ hasText: 'Rejected' });
    await expect(rejectedEntry).toHaveCount(1);
    await rejectedEntry.getByRole('button').first().click();
    await expect(history.getByText('Flood', { exact: true }).first()).toBeVisible();
  } finally {
    await otherProxy.close();
  }
});
