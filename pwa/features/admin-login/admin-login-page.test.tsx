import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { isAt, problemOf, SILENT_FAILURE } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';

async function openAdminLogin(device: Device, redirect?: string) {
  const page = await renderScreen(paths.adminLogin(redirect), device);
  const email = page.main.getByLabelText<HTMLInputElement>('Email');
  const password = page.main.getByLabelText<HTMLInputElement>('Password');
  const logIn = async (address: string, secret = PASSWORD) => {
    await page.fill(email, address);
    await page.fill(password, secret);
    await page.send(email);
  };
  const values = () => [email.value, password.value];
  return { ...page, logIn, values };
}

describe('the admin login', () => {
  it('opens the admin dashboard', async () => {
    const { logIn } = await openAdminLogin(await openDevice('visitor'));
    await logIn(' Admin@example.org');
    await isAt(paths.adminDashboard);
  });

  it('continues to the requested page', async () => {
    const { logIn } = await openAdminLogin(await openDevice('visitor'), paths.adminUsers);
    await logIn('admin@example.org');
    await isAt(paths.adminUsers);
  });

  it('does not continue to a page of another site', async () => {
    const { logIn } = await openAdminLogin(await openDevice('visitor'), '//evil.example');
    await logIn('admin@example.org');
    await isAt(paths.adminDashboard);
  });

  it('opens the admin dashboard at once for an admin who is signed in', async () => {
    await renderScreen(paths.adminLogin(), await openDevice('admin'));
    await isAt(paths.adminDashboard);
  });

  it('says who is signed in and is no admin, and lets an admin take over', async () => {
    const { main, logIn } = await openAdminLogin(await openDevice('alice'));
    await main.findByText('alice Ashdown is signed in here and is not an admin');
    await logIn('alice@example.org');
    expect((await main.findByRole('alert')).textContent).toContain(messages.adminLoginInvalid);
    await logIn('admin@example.org');
    await isAt(paths.adminDashboard);
  });

  it('is linked from the account menu of admins alone', async () => {
    const linksOf = async (who: 'alice' | 'admin') => {
      const { user, close } = await renderScreen(paths.dashboard, await openDevice(who));
      await user.click(await screen.findByRole('button', { name: /^Account of/ }));
      const links = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link');
      const targets = links.map((link) => link.getAttribute('href'));
      close();
      return targets;
    };
    expect(await linksOf('admin')).toContain(paths.adminDashboard);
    expect(await linksOf('alice')).not.toContain(paths.adminDashboard);
  });

  it.each([
    ['a wrong password', 'admin@example.org', 'not this one'],
    ['a learner', 'alice@example.org', PASSWORD],
  ])('refuses %s, and leaves the input in its fields', async (_, address, secret) => {
    const { main, logIn, values } = await openAdminLogin(await openDevice('visitor'));
    await logIn(address, secret);
    expect((await main.findByRole('alert')).textContent).toContain(messages.adminLoginInvalid);
    expect(values()).toEqual([address, secret]);
    expect(localStorage.getItem('token')).toBeNull();
  });

  it.each([
    ['fails', false, messages.adminLoginFailed],
    ['cannot be reached', true, messages.networkError],
  ])('says that the server %s, and leaves the input in its fields', async (_, isOffline, sentence) => {
    const device = await openDevice('visitor');
    if (isOffline) goOffline(device);
    else device.network.planAt.set(accountEndpoints.adminLogin.path, SILENT_FAILURE);
    const { main, logIn, values } = await openAdminLogin(device);
    await logIn('admin@example.org');
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    expect(values()).toEqual(['admin@example.org', PASSWORD]);
  });

  it('asks for the code of the second factor, and again after a wrong one', async () => {
    const device = await openDevice('visitor');
    const { code, recoveryCodes } = await turnOnSecondFactor(device.server, device.server.people.admin);
    const { main, logIn, fill, send } = await openAdminLogin(device);
    await logIn('admin@example.org');
    const field = await main.findByRole<HTMLInputElement>('textbox', { name: /code/i });
    await fill(field, code(40));
    await send(field);
    await main.findByText((_, element) => element?.id === field.getAttribute('aria-describedby'));
    expect(problemOf(field)).not.toBe('');
    await fill(field, code());
    await send(field);
    await isAt(paths.adminDashboard);
    expect(recoveryCodes.length).toBeGreaterThan(0);
  });

  it('accepts a recovery code in place of the second factor', async () => {
    const device = await openDevice('visitor');
    const { recoveryCodes } = await turnOnSecondFactor(device.server, device.server.people.admin);
    const { main, logIn, fill, send, press } = await openAdminLogin(device);
    await logIn('admin@example.org');
    await press(/recovery/i);
    const field = await main.findByRole('textbox', { name: /recovery/i });
    await fill(field, recoveryCodes[0] ?? '');
    await send(field);
    await isAt(paths.adminDashboard);
  });
});
