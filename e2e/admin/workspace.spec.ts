import { expect, type Page } from '@playwright/test';
import { adminLogIn, deleteElsewhere, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import type { CarrelServer } from '../world/carrel-server.ts';
import { pauseClock, runClockUntil } from '../world/page-clock.ts';
import { test } from '../world/world.ts';

/** How long the deletion of a course can be undone. */
const UNDO_MS = 10_000;
const TITLE = 'Offline-first web apps';
const card = (page: Page) => page.getByRole('listitem').filter({ hasText: TITLE });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const courseIn = (server: CarrelServer) =>
  server.query<{ status: string; version: number }>(
    'select status, version from courses where id = ? and id not in (select courseId from deletedCourses)',
    'course-1',
  );

test('Keyboard users can move through the tabs, and the URL names the tab', async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url, '/admin/workspace');
  await expect(tab(page, 'Published Works 3')).toBeVisible();
  await expect(tab(page, 'Published Works 3')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Published Works 3').focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('No unfinished courses')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Unpublished Works')).toBeFocused();
  await page.keyboard.press('End');
  await expect(tab(page, 'Published Works 3')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/\?tab=published$/);
  await page.reload();
  await expect(card(page)).toContainText('3 modules · 12 lessons · 0 learners');
  await expect(card(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test('Admins can unpublish and delete a course, undo it, restore it from the trash, and delete it for good', {
  tag: '@journey',
}, async ({ server, device }) => {
  const page = await device.openWithoutWorker();
  await page.clock.install();
  await adminLogIn(page, server.url, '/admin/workspace?tab=published');
  await card(page).getByRole('button', { name: 'Unpublish' }).click();
  await expect.poll(() => courseIn(server)).toMatchObject([{ status: 'unpublished', version: 2 }]);
  await tab(page, 'Unpublished Works 1').click();
  await pauseClock(page);
  await card(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete “${TITLE}”?` });
  await expect(dialog).toContainText('3 modules, 12 lessons and 20 unused codes are deleted with it.');
  await dialog.getByRole('button', { name: 'Delete the course' }).click();
  await runClockUntil(page, tab(page, 'Unpublished Works 0'));
  await expect(page.getByText('Saved on this device. It is sent')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.clock.resume();
  await expect(card(page)).toBeVisible();
  expect(courseIn(server)).toHaveLength(1);

  await card(page).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete the course' }).click();
  await expect(page.getByText('Saved on this device. It is sent')).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect.poll(() => courseIn(server)).toEqual([]);
  await expect(page.getByText('Saved on this device. It is sent')).toBeHidden();
  await page.reload();
  await expect(tab(page, 'Unpublished Works 0')).toBeVisible();

  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(card(page)).toContainText(/Deleted on .* by .*Can be restored until/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await card(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await expect.poll(() => courseIn(server)).toMatchObject([{ status: 'unpublished', version: 2 }]);
  await page.getByRole('link', { name: 'Back to Workspace' }).click();
  await tab(page, 'Unpublished Works 1').click();
  await expect(card(page)).toContainText('3 modules · 12 lessons');

  await deleteElsewhere(server, 'course-1');
  await page.getByRole('link', { name: 'Trash' }).click();
  await card(page).getByRole('button', { name: 'Delete for good' }).click();
  const last = page.getByRole('dialog', { name: `Delete “${TITLE}” for good?` });
  await last.getByRole('button', { name: 'Delete for good' }).click();
  await expect(last).toContainText(`Type the title of the course: ${TITLE}`);
  await expectAccessible(page);
  await last.getByLabel('Title of the course').fill(TITLE);
  await last.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await expect.poll(() => server.query('select id from courses where id = ?', 'course-1')).toEqual([]);
});

test('The workspace opens offline from a cold start, accepts an edit, and sends it once', async ({
  server,
  networkProxy,
  killableDevice: device,
}) => {
  let page = await device.open();
  await adminLogIn(page, networkProxy.url, '/admin/workspace?tab=published');
  await expect(card(page)).toBeVisible();
  await untilAdminWorksOffline(page);
  networkProxy.cut();
  await page.reload();
  await expect(card(page)).toBeVisible();
  await device.kill();
  page = await device.open();
  await page.goto(`${networkProxy.url}/admin/workspace?tab=published`);
  await expect(card(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Unpublish' }).click();
  await tab(page, 'Unpublished Works 1').click();
  await expect(card(page)).toContainText('Saved on this device, not sent yet');
  await expect(page.getByText(/^Offline. Updated/)).toBeVisible();
  expect(courseIn(server)).toMatchObject([{ status: 'published', version: 1 }]);

  networkProxy.reconnect();
  await page.reload();
  await expect.poll(() => courseIn(server)).toMatchObject([{ status: 'unpublished', version: 2 }]);
  await expect(card(page)).not.toContainText('not sent yet');
});

test('A conflicting change is refused beside the course and succeeds on a second try', async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.openWithoutWorker();
  await adminLogIn(page, networkProxy.url, '/admin/workspace?tab=published');
  await expect(card(page)).toBeVisible();
  networkProxy.cut();
  await card(page).getByRole('button', { name: 'Unpublish' }).click();
  await expect(tab(page, 'Unpublished Works 1')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const changed = await fetch(`${server.url}/api/admin/courses/course-1`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ instructor: 'Somebody Else' }),
  });
  expect(changed.status).toBe(200);
  networkProxy.reconnect();
  await page.reload();
  await expect(card(page).getByRole('alert')).toContainText('Error updating course status');
  await expect(card(page)).toContainText('Somebody Else');
  await card(page).getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => courseIn(server)).toMatchObject([{ status: 'unpublished', version: 3 }]);
});
