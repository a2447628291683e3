import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { isAt } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';

const ADMIN_PAGES = [
  paths.adminDashboard,
  paths.adminWorkspace,
  paths.adminUsers,
  paths.adminNewCourse,
  paths.adminCourse('tides'),
];

describe('a page that needs a login', () => {
  it.each([paths.dashboard, paths.profile, ...ADMIN_PAGES])(
    'sends a visitor from %s to the login, and back',
    async (address) => {
      await renderScreen(address, await openDevice('visitor'));
      await isAt('/login');
      expect(new URLSearchParams(location.search).get('redirect')).toBe(address);
    },
  );
});

describe('a page of admins', () => {
  it.each(ADMIN_PAGES)('sends a learner from %s to the front page', async (address) => {
    const device = await openDevice('alice');
    await renderScreen(address, device);
    await isAt(paths.home);
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull());
    expect(device.network.seen.filter(({ path }) => path.startsWith('/api/admin'))).toEqual([]);
  });
});

it('sends everybody from an unknown address to the front page', async () => {
  await renderScreen('/no/such/page', await openDevice('visitor'));
  await isAt(paths.home);
});
