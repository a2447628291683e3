import { expect } from '@playwright/test';
import { adminLogIn, untilAdminWorksOffline } from '../world/admin.ts';
import { expectAccessible } from '../world/axe.ts';
import { test } from '../world/world.ts';
import { insertPeople } from './people.ts';

test('Admins can search, filter and page through two thousand users', async ({ server, device }) => {
  insertPeople(server, 2_000);
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url, '/admin/users');
  await expect(page.getByText('1–50 of 2,001 users')).toBeVisible();
  const columns = ['User', 'Email', 'Role', 'Activated Courses', 'Actions'];
  await expect(page.getByRole('columnheader')).toHaveText(columns);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('51–100 of 2,001 users')).toBeVisible();
  await page.getByRole('textbox', { name: 'Page' }).fill('41');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2,001–2,001 of 2,001 users')).toBeVisible();
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '2002');
  await expect(page.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2002');
  await expectAccessible(page);
  await page.getByPlaceholder('Search users...').fill('PERSON-1999@');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').nth(1)).toContainText('Person 1999');
  await page.getByLabel('Role').selectOption({ label: 'Admins' });
  await expect(page.getByText('No users found matching your criteria')).toBeVisible();
  await page.getByPlaceholder('Search users...').fill('');
  await expect(page.getByText('This is you. Another admin can change your role.')).toBeVisible();
});

test('A role changed offline is shown as not sent, and is sent once', { tag: '@journey' }, async ({
  server,
  networkProxy,
  device,
}) => {
  insertPeople(server, 1);
  const roleOf = () => server.query<{ role: string }>('select role from users where id = ?', 'person-0');
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, '/admin/users');
  const row = page.getByRole('row').filter({ hasText: 'Person 0' });
  await expect(row).toContainText('0 courses');
  await untilAdminWorksOffline(page);
  networkProxy.cut();
  await row.getByRole('button', { name: 'Make Admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Person 0 an admin?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).not.toContainText('Waiting to sync');
  await row.getByRole('button', { name: 'Make Admin' }).click();
  await dialog.getByRole('button', { name: 'Make Admin' }).click();
  await expect(row.getByRole('button', { name: 'Make User' })).toBeVisible();
  await expect(row).toContainText('Waiting to sync');
  networkProxy.reconnect();
  await page.reload();
  await expect.poll(roleOf).toEqual([{ role: 'admin' }]);
  await expect(row).not.toContainText('Waiting to sync');
});

test('A user who stops being an admin loses admin data, also on the device', async ({ server, device }) => {
  insertPeople(server, 1);
  const page = await device.openWithoutWorker();
  await adminLogIn(page, server.url, '/admin/users');
  await expect(page.getByText('person-0@example.org')).toBeVisible();
  await page.getByRole('link', { name: 'Workspace' }).click();
  await expect(page.getByRole('tab', { name: 'Published Works 3' })).toBeVisible();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  // The page's own requests on load would receive it too.
  await expect(refresh).toBeEnabled();
  server.change('update users set role = ? where email like ?', 'user', 'admin@%');
  // Pressed in the page: a request in the background may be refused first, and then the button is gone.
  await refresh.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
  await page.waitForURL((url) => url.pathname === '/');
  const countStored = () =>
    page.evaluate(async () => {
      const read = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const name =
        (await indexedDB.databases()).find((db) => db.name?.startsWith('carrel-user-'))?.name ?? '';
      const db = await read(indexedDB.open(name));
      const tables = [...db.objectStoreNames].filter((table) => table.startsWith('admin'));
      const rows = await Promise.all(
        tables.map((table) => read(db.transaction(table).objectStore(table).count())),
      );
      db.close();
      return rows;
    });
  await expect.poll(async () => (await countStored()).filter((count) => count > 0)).toEqual([]);
});

test('An admin gives a learner a course offline on their page, and the learner has it after the next sync', async ({
  server,
  networkProxy,
  device,
}) => {
  insertPeople(server, 1);
  const page = await device.open();
  await adminLogIn(page, networkProxy.url, '/admin/users');
  await page.getByRole('link', { name: 'Person 0' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Person 0' })).toBeVisible();
  await expect(page.getByText('No course is unlocked.')).toBeVisible();
  await expectAccessible(page);
  await untilAdminWorksOffline(page);
  networkProxy.cut();
  await page.getByRole('button', { name: 'Give access to a course' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give Person 0 access to a course' });
  await dialog.getByRole('combobox', { name: 'Course' }).selectOption('course-2');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Give access' }).click();
  await expect(page.getByText('Access waits to be sent')).toBeVisible();
  // The entry of the dialog in the history is left: a reload would be aborted by that.
  await expect.poll(() => page.evaluate('history.state?.layers ?? 0')).toBe(0);
  await page.reload();
  await expect(page.getByText('Access waits to be sent')).toBeVisible();
  networkProxy.reconnect();
  const given = () =>
    server.query<{ courseId: string; isGiven: number }>(
      'select courseId, isGiven from activations where userId = ?',
      'person-0',
    );
  await expect.poll(given).toEqual([{ courseId: 'course-2', isGiven: 1 }]);
  await expect(page.getByText('Access waits to be sent')).toBeHidden();
  await expect(page.getByText('Given by an admin')).toBeVisible();
});
