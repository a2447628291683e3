import { expect, type Page } from '@playwright/test';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { untilWritten } from '../world/browser/device-store.ts';
import { test } from '../world/world.ts';
import { editOf, openCentre } from './centre-page.ts';

const COURSE = '/admin/courses/course-1';
const title = (page: Page) => page.getByLabel('Title', { exact: true });

test('An edit with dependencies says so, and its successors are named before all are discarded', async ({
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  await untilAdminWorksOffline(page);
  await expect(title(page)).not.toHaveValue('');
  networkProxy.cut();
  await page.getByRole('button', { name: 'Add Module', exact: true }).click();
  await page.getByRole('button', { name: 'Add First Lesson' }).click();
  await untilWritten(page, 'outbox', 'lesson.create');
  await title(page).fill('Typed and not saved');
  await untilWritten(page, 'drafts', 'Typed and not saved');
  await openCentre(page);
  await expect(page.getByRole('heading', { level: 3, name: 'Offline-first web apps' })).toBeVisible();
  const lesson = editOf(page, /^Add lesson/);
  await expect(lesson).toContainText(/Sent after: Add module/);
  const open = lesson.getByRole('link', { name: 'Open in editor' });
  await expect(open).toHaveAttribute('href', new RegExp(`^${COURSE}\\?record=`));
  await expect(page.getByRole('link', { name: 'Course “Offline-first web apps”' })).toHaveAttribute(
    'href',
    COURSE,
  );
  await expectAccessible(page);
  await editOf(page, /^Add module/)
    .getByRole('button', { name: 'Discard' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Discard this edit?' });
  await expect(dialog.getByRole('listitem')).toHaveText([/^Add lesson/]);
  await dialog.getByRole('button', { name: 'Discard all 2' }).click();
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lesson).toBeVisible();
});

test('Admins can compare and resolve a conflicting edit in the sync centre', { tag: '@journey' }, async ({
  server,
  networkProxy,
  device,
}) => {
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, COURSE);
  await untilAdminWorksOffline(page);
  await expect(title(page)).not.toHaveValue('');
  networkProxy.cut();
  await title(page).fill('My title');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await untilWritten(page, 'outbox', 'My title');
  server.change("update courses set title = 'Their title', version = version + 1 where id = 'course-1'");
  await openCentre(page);
  networkProxy.reconnect();
  await page.getByRole('button', { name: 'Send now' }).click();
  const edit = editOf(page, /^Rename course/);
  await expect(edit).toContainText('Needs you');
  await edit.getByRole('button', { name: 'Compare' }).click();
  await edit.getByLabel('Yours').check();
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Save choice' }).click();
  await expect
    .poll(() => server.query<{ title: string }>("select title from courses where id = 'course-1'")[0]?.title)
    .toBe('My title');
  await expect(page.getByText('No edits are waiting.')).toBeVisible();
});
