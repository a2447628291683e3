import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshAdminUsers } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, failAllCalls, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { formatCount } from '#schema/messages/count.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { insertUser } from '#sync-server/sessions/user-queries.ts';
import { PAGE_SIZE } from './users-model.ts';

async function openUsers(device: Device) {
  const page = await renderScreen(paths.adminUsers, device);
  const { main, user } = page;
  const rowOf = (email: string) => {
    const row = main.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(email));
    if (row === undefined) throw new Error(`No row of ${email}`);
    return within(row);
  };
  const dialog = async () => within(await screen.findByRole('dialog'));
  const count = () => main.queryAllByRole('listitem').length;
  const search = () => main.findByPlaceholderText<HTMLInputElement>('Search users...');
  const hasRows = (expected: number) => waitFor(() => expect(count()).toBe(expected));
  return { ...page, user, rowOf, dialog, search, hasRows, count };
}

const roleOf = async ({ server }: Device, id: string) =>
  (await server.deps.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow())
    .role;

async function insertUsers({ server }: Device, count: number): Promise<void> {
  await inTransaction(server.deps.db, async (trx) => {
    for (let at = 1; at <= count; at += 1) {
      const fields = { id: `user-${at}`, name: `User ${at}`, email: `user-${at}@example.org` };
      await insertUser(trx, {
        ...fields,
        passwordHash: 'none',
        role: 'user',
        createdAt: '2026-11-20T08:00:00.000Z',
      });
    }
  });
}

/** More rows than a search reads at once, and more pages than are turned one by one. */
const MANY = 1_180;

/** Returns how many users the app has read from the device since. */
function watchRowsRead({ store }: Device): () => number {
  if (store === null) throw new Error('Nobody is signed in');
  let count = 0;
  store.database.adminUsers.hook('reading', (row) => {
    count += 1;
    return row;
  });
  return () => count;
}

describe('the list of users', () => {
  it('shows name, email, role and number of courses', async () => {
    const { main, hasRows, rowOf } = await openUsers(await openDevice('admin'));
    await hasRows(4);
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe('User Management');
    const bob = rowOf('bob@example.org');
    expect(bob.getByText('bob Ashdown')).toBeTruthy();
    expect(bob.getByText(/^0 courses$/)).toBeTruthy();
    expect(bob.getByRole('button', { name: /^Make Admin/ })).toBeTruthy();
    expect(rowOf('admin@example.org').queryAllByRole('button')).toEqual([]);
  });

  it('is searched by name and email, combined with the role', async () => {
    const { main, fill, user, hasRows, search, rowOf } = await openUsers(await openDevice('admin'));
    await hasRows(4);
    await fill(await search(), 'BOB@');
    await hasRows(1);
    expect(rowOf('bob@example.org')).toBeTruthy();
    await user.selectOptions(main.getByRole('combobox', { name: 'Role' }), 'Admins');
    await hasRows(0);
    expect(main.getByText(adminMessages.noUsersFound)).toBeTruthy();
    await fill(await search(), 'ashdown');
    await hasRows(1);
    expect(rowOf('admin@example.org')).toBeTruthy();
  });

  it('is read and shown in pages, each row with its place in the whole list', async () => {
    const device = await openDevice('admin');
    await insertUsers(device, MANY);
    await refreshAdminUsers();
    goOffline(device);
    const countRead = watchRowsRead(device);
    const { main, user, hasRows, press } = await openUsers(device);
    const first = () => main.getAllByRole('listitem')[0];
    const startsAt = (place: number) =>
      waitFor(() => expect(first()?.getAttribute('aria-posinset')).toBe(String(place)));
    await hasRows(PAGE_SIZE);
    await startsAt(1);
    expect(first()?.getAttribute('aria-setsize')).toBe(String(MANY + 4));
    await press(/next/i);
    await startsAt(PAGE_SIZE + 1);
    expect(main.getByText(`51–100 of ${formatCount(MANY + 4)} users`).getAttribute('role')).toBe('status');
    expect(location.search).toBe('?page=2');
    const field = main.getByRole('textbox', { name: 'Page' });
    await user.click(field);
    await user.keyboard('24{Enter}');
    await startsAt(23 * PAGE_SIZE + 1);
    await hasRows(MANY + 4 - 23 * PAGE_SIZE);
    // Each page once, and again when the store changes.
    expect(countRead()).toBeLessThanOrEqual(8 * PAGE_SIZE);
    expect(countRead()).toBeGreaterThanOrEqual(2 * PAGE_SIZE);
  });

  it('is searched whole, whatever page is shown', async () => {
    const device = await openDevice('admin');
    await insertUsers(device, MANY);
    await refreshAdminUsers();
    goOffline(device);
    const { main, press, fill, hasRows, search, rowOf } = await openUsers(device);
    await hasRows(PAGE_SIZE);
    await press(/next/i);
    await fill(await search(), `USER-${MANY}@`);
    await hasRows(1);
    expect(rowOf(`user-${MANY}@example.org`)).toBeTruthy();
    await fill(await search(), 'example.org');
    await main.findByText(`1–50 of ${formatCount(MANY + 4)} users`);
    await fill(await search(), 'user-');
    await main.findByText(`1–50 of ${formatCount(MANY)} users`);
    // The same fifty come first.
    await fill(await search(), 'user-1');
    await main.findByText('1–50 of 292 users');
    await fill(await search(), '');
    await main.findByText(`1–50 of ${formatCount(MANY + 4)} users`);
    await hasRows(PAGE_SIZE);
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await openUsers(device);
    await showsLoadFailure(main, adminMessages.usersFailed);
  });

  it('is read from the device without a network', async () => {
    const device = await openDevice('admin');
    await refreshAdminUsers();
    goOffline(device);
    const { hasRows, search, fill } = await openUsers(device);
    await hasRows(4);
    await fill(await search(), 'carol');
    await hasRows(1);
  });
});

describe('the change of a role', () => {
  it('is confirmed and arrives at the server', async () => {
    const device = await openDevice('admin');
    const { user, hasRows, rowOf, dialog } = await openUsers(device);
    await hasRows(4);
    await user.click(rowOf('bob@example.org').getByRole('button', { name: /^Make Admin/ }));
    await user.click((await dialog()).getByRole('button', { name: 'Make Admin' }));
    await waitFor(async () => expect(await roleOf(device, 'bob')).toBe('admin'));
    // The server can be done before the device has shown the edit.
    await waitFor(() => rowOf('bob@example.org').getByRole('button', { name: /^Make User/ }));
  });

  it('can be cancelled', async () => {
    const device = await openDevice('admin');
    const { user, hasRows, rowOf, dialog } = await openUsers(device);
    await hasRows(4);
    await user.click(rowOf('bob@example.org').getByRole('button', { name: /^Make Admin/ }));
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await roleOf(device, 'bob')).toBe('user');
    expect(device.network.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('waits on the device while there is no network', async () => {
    const device = await openDevice('admin');
    await refreshAdminUsers();
    goOffline(device);
    const { user, hasRows, rowOf, dialog } = await openUsers(device);
    await hasRows(4);
    await user.click(rowOf('bob@example.org').getByRole('button', { name: /^Make Admin/ }));
    await user.click((await dialog()).getByRole('button', { name: 'Make Admin' }));
    await waitFor(() =>
      expect(rowOf('bob@example.org').getByRole('button', { name: /^Make User/ })).toBeTruthy(),
    );
    expect(await roleOf(device, 'bob')).toBe('user');
    goOnline(device);
    await waitFor(async () => expect(await roleOf(device, 'bob')).toBe('admin'));
  });
});

describe('the sign-out of a user', () => {
  it('ends their sessions after a confirmation', async () => {
    const device = await openDevice('admin');
    const { user, hasRows, rowOf, dialog } = await openUsers(device);
    await hasRows(4);
    await user.click(rowOf('bob@example.org').getByRole('button', { name: /sign out/i }));
    const confirm = (await dialog()).getAllByRole('button', { name: /sign out/i });
    for (const button of confirm) await user.click(button);
    await waitFor(async () => {
      const reply = await device.server.request(endpoints.me.path, { as: device.server.people.bob });
      expect(reply.status).toBe(401);
    });
  });
});
