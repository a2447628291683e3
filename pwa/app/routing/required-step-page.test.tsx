import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { online } from '#pwa/sync/status/connectivity.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf } from '#pwa/testing/screens/expectations.ts';
import { openBrowser } from '#pwa/testing/screens/passkeys.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { codeAt } from '#sync-server/testing/authenticator.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';

const NEW = 'a lamp that only I have lit';
const CHOOSE = 'Choose a new password';
const SET_UP = 'Set up two-step sign-in';

/** The admin signed in with the password that the server generated. */
async function requirePassword({ server }: Device) {
  await inTransaction(server.deps.db, (trx) =>
    trx.updateTable('users').set({ mustChangePassword: 1 }).where('id', '=', 'admin').execute(),
  );
}

const requireSecondFactor = ({ server }: Device) =>
  Object.assign(server.deps.config, { requireSecondFactor: 'admins' });

async function open(device: Device, title: string, address: string = paths.adminUsers) {
  const page = await renderScreen(address, device);
  await page.main.findByRole('heading', { level: 1, name: title });
  return { ...page, device };
}

describe('the password that the server generated', () => {
  const openStep = async (address?: string) => {
    const device = await openDevice('admin');
    await requirePassword(device);
    const page = await open(device, CHOOSE, address);
    const field = (label: string) => page.main.getByLabelText<HTMLInputElement>(label);
    const change = async (current: string, next: string, again = next) => {
      await page.fill(field('Current password'), current);
      await page.fill(field('New password'), next);
      await page.fill(field('Confirm new password'), again);
      await page.press('Change password');
    };
    return { ...page, field, change };
  };

  it.each([paths.adminUsers, paths.dashboard, paths.profile])(
    'has to be changed before %s opens',
    async (address) => {
      const { main } = await openStep(address);
      expect(main.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    },
  );

  it('is replaced by one of the user, after which the page opens that was asked for', async () => {
    const { main, change } = await openStep();
    await change(PASSWORD, NEW);
    await main.findByRole('heading', { level: 1, name: 'User Management' });
    await main.findByText('alice@example.org');
  });

  it('is not replaced by an invalid one or by a wrong current one', async () => {
    const { main, change, field } = await openStep();
    await change(PASSWORD, 'seven77');
    expect(problemOf(field('New password'))).toBe(messages.passwordTooShort);
    await change('not this one', NEW);
    expect((await main.findByRole('alert')).textContent).toBe(messages.currentPasswordWrong);
    expect(field('New password').value).toBe(NEW);
    expect(main.getByRole('heading', { level: 1, name: CHOOSE })).toBeTruthy();
  });

  it('does not close what is on the device without a network, when it cannot be replaced', async () => {
    const { device, main } = await openStep(paths.profile);
    goOffline(device);
    await main.findByRole('heading', { level: 1, name: 'Edit Profile' });
    goOnline(device);
    await main.findByRole('heading', { level: 1, name: CHOOSE });
  });
});

describe('a step that the user has begun', () => {
  it('stays with its input while the connection is lost, until the user leaves the page', async () => {
    const device = await openDevice('admin');
    await requirePassword(device);
    const { main, fill, user } = await open(device, CHOOSE, paths.profile);
    await fill(main.getByLabelText('Current password'), PASSWORD);
    goOffline(device);
    await waitFor(() => expect(online.get()).toBe(false));
    expect(main.getByLabelText<HTMLInputElement>('Current password').value).toBe(PASSWORD);
    await user.click(screen.getAllByRole('link', { name: 'Courses' })[0] ?? main.getByText('no link'));
    await main.findByRole('heading', { level: 1, name: 'Courses' });
    history.back();
    await main.findByRole('heading', { level: 1, name: 'Edit Profile' });
  });
});

describe('the two-step sign-in that an installation requires', () => {
  const openStep = async () => {
    const device = await openDevice('admin');
    requireSecondFactor(device);
    return open(device, SET_UP);
  };

  it('is set up before anything else opens, and shows the recovery codes until they are saved', async () => {
    const { main, device, fill, press } = await openStep();
    await fill(main.getByLabelText('Confirm your password'), PASSWORD);
    await press('Continue');
    const link = await main.findByRole('link', { name: 'Open the app' });
    const key = new URL(link.getAttribute('href') ?? '').searchParams.get('secret') ?? '';
    await fill(main.getByLabelText('6-digit code'), codeAt(key, device.server.clock.now()));
    await press('Turn on');
    const codes = within(await main.findByRole('list', { name: 'Recovery codes' }));
    expect(codes.getAllByRole('listitem')).toHaveLength(10);
    // Also when the app learns meanwhile that the step is done.
    await refreshUser();
    expect(codes.getAllByRole('listitem')).toHaveLength(10);
    expect(main.queryByRole('heading', { name: 'User Management' })).toBeNull();
    await press('I have saved them');
    await main.findByRole('heading', { level: 1, name: 'User Management' });
  });

  it('may be a passkey instead, where the installation has them', async () => {
    const device = await openDevice('admin');
    openBrowser(device);
    requireSecondFactor(device);
    const { main, fill, press } = await open(device, SET_UP);
    await press('Use a passkey instead');
    await fill(main.getByLabelText('Confirm your password'), PASSWORD);
    await press('Create passkey');
    await main.findByRole('list', { name: 'Recovery codes' });
    expect(main.queryByRole('button', { name: /instead$/ })).toBeNull();
    await press('I have saved them');
    await main.findByRole('heading', { level: 1, name: 'User Management' });
  });

  it('refuses a wrong password and a wrong code beside their fields', async () => {
    const { main, fill, press } = await openStep();
    const password = main.getByLabelText<HTMLInputElement>('Confirm your password');
    await fill(password, 'not this one');
    await press('Continue');
    await waitFor(() => expect(problemOf(password)).not.toBe(''));
    await fill(password, PASSWORD);
    await press('Continue');
    const code = await main.findByLabelText<HTMLInputElement>('6-digit code');
    await fill(code, '000000');
    await press('Turn on');
    await waitFor(() => expect(problemOf(code)).not.toBe(''));
    expect(code.value).toBe('000000');
  });

  it('follows the change of the password where both are required', async () => {
    const device = await openDevice('admin');
    await requirePassword(device);
    requireSecondFactor(device);
    const { main, fill, press } = await open(device, CHOOSE);
    await fill(main.getByLabelText('Current password'), PASSWORD);
    await fill(main.getByLabelText('New password'), NEW);
    await fill(main.getByLabelText('Confirm new password'), NEW);
    await press('Change password');
    await main.findByRole('heading', { level: 1, name: SET_UP });
  });

  it('is not asked of learners', async () => {
    const device = await openDevice('alice');
    requireSecondFactor(device);
    await open(device, 'Edit Profile', paths.profile);
    expect(screen.queryByRole('heading', { name: SET_UP })).toBeNull();
  });
});
