import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshSupportRequests } from '#pwa/sync/pull/admin-refresh.ts';
import { type Device, failAllCalls, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';

async function ask({ server }: Device, name: string): Promise<void> {
  const id = `019a0000-0000-7000-8000-${name.length.toString().padStart(12, '0')}`;
  const body = {
    id,
    name,
    email: 'dora@example.org',
    subject: 'billing',
    orderNumber: 'A-17',
    message: `I am ${name}`,
  };
  const reply = await server.request(endpoints.requestSupport.path, { body, key: id });
  expect(reply.status).toBeLessThan(300);
}

describe('the list of support requests', () => {
  it('shows each request, and a way to reply', async () => {
    const device = await openDevice('admin');
    await ask(device, 'Dora');
    await ask(device, 'Edgar');
    const { main } = await renderScreen(paths.adminSupport, device);
    await waitFor(() => expect(main.getAllByRole('article')).toHaveLength(2));
    const dora = within(main.getByRole('article', { name: 'Dora' }));
    expect(dora.getByText('I am Dora')).toBeTruthy();
    expect(dora.getByText(/A-17/)).toBeTruthy();
    expect(dora.getByRole('link', { name: /Reply/ }).getAttribute('href')).toMatch(
      /^mailto:dora(@|%40)example\.org/,
    );
  });

  it('says that there are none', async () => {
    const { main } = await renderScreen(paths.adminSupport, await openDevice('admin'));
    await main.findByRole('heading', { level: 2 });
    expect(main.queryAllByRole('article')).toEqual([]);
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await renderScreen(paths.adminSupport, device);
    await showsLoadFailure(main, messages.adminDataFailed);
  });

  it('is read from the device without a network', async () => {
    const device = await openDevice('admin');
    await ask(device, 'Dora');
    await refreshSupportRequests();
    goOffline(device);
    const { main } = await renderScreen(paths.adminSupport, device);
    await main.findByRole('article', { name: 'Dora' });
    expect(main.queryByRole('alert')).toBeNull();
  });
});

describe('a support request', () => {
  const doneAt = async ({ server }: Device) =>
    (await server.deps.db.selectFrom('supportRequests').select('doneAt').execute()).map(
      (row) => row.doneAt !== null,
    );
  const tab = (name: RegExp) => screen.findByRole('tab', { name });

  it('is marked as done without a network, and opened again by Undo before and after it was sent', async () => {
    const device = await openDevice('admin');
    await ask(device, 'Dora');
    await refreshSupportRequests();
    goOffline(device);
    const { main, user, press } = await renderScreen(paths.adminSupport, device);
    await main.findByRole('article', { name: 'Dora' });
    await press(/Mark as done/);
    await main.findByText('Nothing is open. Every request has been dealt with.');
    await press('Undo');
    await main.findByRole('article', { name: 'Dora' });
    await press(/Mark as done/);
    await main.findByText('Nothing is open. Every request has been dealt with.');
    goOnline(device);
    await waitFor(async () => expect(await doneAt(device)).toEqual([true]));
    await press('Undo');
    await main.findByRole('article', { name: 'Dora' });
    await waitFor(async () => expect(await doneAt(device)).toEqual([false]));
    await user.click(await tab(/Done/));
    await main.findByText('No request is done yet.');
  });

  it('is counted in the navigation while it is open', async () => {
    const device = await openDevice('admin');
    await ask(device, 'Dora');
    const { press } = await renderScreen(paths.adminSupport, device);
    const nav = within(await screen.findByRole('navigation', { name: 'Admin' }));
    await nav.findByRole('link', { name: /^Support \(1\s*open\)$/ });
    await press(/Mark as done/);
    await nav.findByRole('link', { name: 'Support' });
  });

  it('is found by its text and subject, as the address says', async () => {
    const device = await openDevice('admin');
    await ask(device, 'Dora');
    await ask(device, 'Edgar');
    const { main, user } = await renderScreen(paths.adminSupportOf('i am EDGAR'), device);
    await main.findByRole('article', { name: 'Edgar' });
    expect(main.getAllByRole('article')).toHaveLength(1);
    await user.selectOptions(main.getByRole('combobox', { name: 'Subject' }), 'Access');
    await main.findByText('No requests match. Change the search or the subject.');
    expect(location.search).toContain('subject=access');
  });
});
