import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { unlock } from '#e2e/sync/testing/world.ts';
import { paths } from '#pwa/paths.ts';
import { refreshAdminStats } from '#pwa/sync/pull/admin-refresh.ts';
import { failAllCalls, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { showsLoadFailure } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';

describe('the admin dashboard', () => {
  it('shows the figures and the recent activations', async () => {
    const device = await openDevice('admin');
    const { alice, bob } = device.server.people;
    await unlock(device, alice, 'tides', 'TIDES-CODE-1');
    await unlock(device, bob, 'tides', 'TIDES-CODE-2');
    const { main } = await renderScreen(paths.adminDashboard, device);
    await waitFor(() => {
      const figures = main
        .getAllByRole('definition')
        .map(({ textContent }) => /^\d+%?/.exec(textContent ?? '')?.[0]);
      expect(figures.slice(0, 4)).toEqual(['2', '4', '2', '50%']);
    });
    const recent = within(main.getByRole('region', { name: 'Recent activations' }));
    expect(recent.getAllByRole('listitem')).toHaveLength(2);
    expect(recent.getAllByText('Reading the tides')).toHaveLength(2);
  });

  it('says that there were no activations', async () => {
    const { main } = await renderScreen(paths.adminDashboard, await openDevice('admin', []));
    const recent = within(await main.findByRole('region', { name: 'Recent activations' }));
    expect(recent.queryAllByRole('listitem')).toEqual([]);
    expect(recent.getByRole('link').getAttribute('href')).toBe(paths.adminWorkspace);
  });

  it.each([
    ['fails', false],
    ['cannot be reached', true],
  ])('says on a new device that the server %s', async (_, isOffline) => {
    const device = await openDevice('admin');
    if (isOffline) goOffline(device);
    else failAllCalls();
    const { main } = await renderScreen(paths.adminDashboard, device);
    await showsLoadFailure(main, messages.adminDataFailed);
  });

  it('shows the stored figures without a network', async () => {
    const device = await openDevice('admin');
    await refreshAdminStats();
    goOffline(device);
    const { main } = await renderScreen(paths.adminDashboard, device);
    await waitFor(() => expect(main.getAllByRole('definition').length).toBeGreaterThanOrEqual(4));
    expect(main.queryByRole('alert')).toBeNull();
  });
});
