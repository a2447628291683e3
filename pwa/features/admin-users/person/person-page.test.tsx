import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { refreshAdminCourses, refreshAdminUsers } from '#pwa/sync/pull/admin-refresh.ts';
import { refreshPerson } from '#pwa/sync/pull/refresh-person.ts';
import { type Device, failAllCalls, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';

const bobs = paths.adminUser('bob');
const dialog = async () => within(await screen.findByRole('dialog'));
const accessOf = ({ server }: Device) =>
  server.deps.db
    .selectFrom('activations')
    .select(['courseId', 'revokedAt'])
    .where('userId', '=', 'bob')
    .execute();

async function openPerson(device: Device) {
  const page = await renderScreen(bobs, device);
  const courses = async () => within(await page.main.findByRole('region', { name: 'Courses' }));
  return { ...page, courses };
}

/** Chooses a course in the dialog and confirms. */
async function give({ user, courses }: Awaited<ReturnType<typeof openPerson>>, title: string) {
  await user.click((await courses()).getByRole('button', { name: 'Give access to a course' }));
  await user.selectOptions((await dialog()).getByRole('combobox', { name: 'Course' }), title);
  await user.click((await dialog()).getByRole('button', { name: 'Give access' }));
}

describe('the page of a person', () => {
  it('shows courses with progress, codes, devices and support requests', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    await unlock(device, server.people.bob, 'tides', 'TIDES-CODE-1');
    const body = { name: 'Bob', email: 'bob@example.org', subject: 'access', message: 'Where is my course?' };
    await server.request('/api/support', { as: server.people.bob, body });
    const { main, courses } = await openPerson(device);
    await main.findByRole('heading', { level: 1, name: 'bob Ashdown' });
    expect((await courses()).getByText(/0 of \d+ lessons completed/)).toBeTruthy();
    expect((await courses()).getByText('Code')).toBeTruthy();
    const region = (name: string) => within(main.getByRole('region', { name }));
    expect(region('Used codes').getByText('TIDES-CODE-1')).toBeTruthy();
    expect(region('Support requests').getByText('Where is my course?')).toBeTruthy();
    expect(region('Support requests').getByText('Open')).toBeTruthy();
    expect(main.getByRole('region', { name: 'Devices' })).toBeTruthy();
  });

  it('is reached from the list of users', async () => {
    const device = await openDevice('admin');
    const { main, user } = await renderScreen(paths.adminUsers, device);
    await user.click(await main.findByRole('link', { name: 'bob Ashdown' }));
    await main.findByRole('region', { name: 'Courses' });
    expect(location.pathname).toBe(bobs);
  });

  it('shows without a network what the device knows of a person', async () => {
    const device = await openDevice('admin');
    await refreshAdminUsers();
    goOffline(device);
    const { main } = await renderScreen(bobs, device);
    await main.findByRole('heading', { level: 1, name: 'bob Ashdown' });
    await main.findByText(/are not on this device. Connect to load them/);
  });

  it('says of a deleted account that it no longer exists', async () => {
    const { main } = await renderScreen(paths.adminUser('nobody'), await openDevice('admin'));
    await main.findByRole('heading', { name: 'This account no longer exists' });
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await renderScreen(bobs, device);
    await showsLoadFailure(main, adminMessages.personFailed);
  });
});

describe('the access of a person', () => {
  it('is given without a network, and sent when there is one', async () => {
    const device = await openDevice('admin');
    await Promise.all([refreshAdminCourses(), refreshPerson('bob')]);
    goOffline(device);
    const page = await openPerson(device);
    await give(page, 'Reading the tides');
    await (await page.courses()).findByText('Access waits to be sent');
    expect(await accessOf(device)).toEqual([]);
    goOnline(device);
    await waitFor(async () =>
      expect(await accessOf(device)).toEqual([{ courseId: 'tides', revokedAt: null }]),
    );
    await waitFor(async () =>
      expect((await page.courses()).queryByText('Access waits to be sent')).toBeNull(),
    );
    expect((await page.courses()).getByText('Given by an admin')).toBeTruthy();
  });

  it('is removed after a question, with a reason, and given back', async () => {
    const device = await openDevice('admin');
    await unlock(device, device.server.people.bob, 'tides', 'TIDES-CODE-1');
    const { user, courses, fill } = await openPerson(device);
    await user.click(await (await courses()).findByRole('button', { name: /^Remove access/ }));
    await fill((await dialog()).getByRole('textbox', { name: /Reason/ }), 'Refund');
    await user.click((await dialog()).getByRole('button', { name: 'Remove access' }));
    await (await courses()).findByText('Reason: Refund');
    await waitFor(async () => expect((await accessOf(device))[0]?.revokedAt).not.toBeNull());
    await user.click((await courses()).getByRole('button', { name: /^Give access\s*to Reading/ }));
    await waitFor(async () =>
      expect(await accessOf(device)).toEqual([{ courseId: 'tides', revokedAt: null }]),
    );
  });

  it('needs a course to be chosen', async () => {
    const device = await openDevice('admin');
    const { user, courses } = await openPerson(device);
    await user.click(await (await courses()).findByRole('button', { name: 'Give access to a course' }));
    await user.click((await dialog()).getByRole('button', { name: 'Give access' }));
    expect((await dialog()).getByRole('combobox', { name: 'Course' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    expect(await accessOf(device)).toEqual([]);
  });
});

describe('the password reset of a person', () => {
  it('is mailed after a question, which says who sees the code', async () => {
    const device = await openDevice('admin');
    const { press } = await openPerson(device);
    await press('Send password reset');
    expect((await dialog()).getByText(/Only they see the code/)).toBeTruthy();
    await press('Send the mail');
    await (await dialog()).findByText(/The mail is on its way to bob@example.org.*PUBLIC_URL/);
    const mails = await device.server.deps.db.selectFrom('mails').select(['kind', 'recipient']).execute();
    expect(mails).toEqual([{ kind: 'resetCode', recipient: 'bob@example.org' }]);
  });

  it('says without a network that it needs one, and what happened', async () => {
    const device = await openDevice('admin');
    await refreshPerson('bob');
    goOffline(device);
    const { press } = await openPerson(device);
    await press('Send password reset');
    await (await dialog()).findByText(/needs a connection/);
    await press('Send the mail');
    await (await dialog()).findByRole('alert');
  });
});
