import { describe, expect, it } from 'vitest';
import { removeToken } from '#pwa/api/token.ts';
import { paths } from '#pwa/paths.ts';
import { forgetKnownUser } from '#pwa/store/database/known-user.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { isAt, SILENT_FAILURE } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { messages, serverErrorMessage } from '#schema/messages/messages.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';

async function openLogin(device: Device, redirect?: string) {
  const page = await renderScreen(paths.login(redirect), device);
  const email = page.main.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  const password = page.main.getByLabelText<HTMLInputElement>('Password');
  const logIn = async (address: string, secret: string) => {
    await page.fill(email, address);
    await page.fill(password, secret);
    await page.press('Login');
  };
  return { ...page, email, password, logIn };
}

describe('the login', () => {
  it('signs in with a trimmed, lower-cased email and opens the dashboard', async () => {
    const { logIn } = await openLogin(await openDevice('visitor'));
    await logIn('  Alice@Example.ORG ', PASSWORD);
    await isAt(paths.dashboard);
    expect(localStorage.getItem('token')).not.toBeNull();
  });

  it('continues to the requested page', async () => {
    const { logIn } = await openLogin(await openDevice('visitor'), paths.profile);
    await logIn('alice@example.org', PASSWORD);
    await isAt(paths.profile);
  });

  it('says which course waits, and the sign-up that it leads to goes on to it', async () => {
    const { main, user } = await openLogin(await openDevice('visitor'), paths.activate('tides'));
    const lead = (sentence: string) =>
      main.findByText((_, node) => node?.tagName === 'STRONG' && node.textContent === sentence);
    await lead('Sign in to unlock “Reading the tides”.');
    expect(document.body.textContent).not.toContain(messages.authenticationRequired);
    await user.click(main.getByRole('link', { name: 'Create an account' }));
    await lead('Create an account to unlock “Reading the tides”.');
    expect(location.search).toBe(`?redirect=${encodeURIComponent(paths.activate('tides'))}`);
  });

  it('shows that the credentials were refused, and leaves them in their fields', async () => {
    const { main, logIn, email, password } = await openLogin(await openDevice('visitor'));
    await logIn('alice@example.org', 'not this one');
    expect((await main.findByRole('alert')).textContent).toBe('Invalid email or password');
    expect([email.value, password.value]).toEqual(['alice@example.org', 'not this one']);
  });

  it('sends nothing without an email and a password', async () => {
    const device = await openDevice('visitor');
    const { press, fill, email, password } = await openLogin(device);
    await press('Login');
    expect([email.validity.valueMissing, password.validity.valueMissing]).toEqual([true, true]);
    await fill(email, 'not an address');
    await press('Login');
    expect(email.validity.patternMismatch).toBe(true);
    await fill(email, ' anna@münchen.example ');
    expect(email.validity.valid).toBe(true);
    expect(device.network.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says that there is no network', async () => {
    const device = await openDevice('visitor');
    goOffline(device);
    const { main, logIn, email, password } = await openLogin(device);
    await logIn('alice@example.org', PASSWORD);
    expect((await main.findByRole('alert')).textContent).toBe(messages.loginNoResponse);
    expect([email.value, password.value]).toEqual(['alice@example.org', PASSWORD]);
  });

  it('says that the server failed', async () => {
    const device = await openDevice('visitor');
    device.network.planAt.set(accountEndpoints.login.path, SILENT_FAILURE);
    const { main, logIn, email, password } = await openLogin(device);
    await logIn('alice@example.org', PASSWORD);
    expect((await main.findByRole('alert')).textContent).toBe(serverErrorMessage(500));
    expect([email.value, password.value]).toEqual(['alice@example.org', PASSWORD]);
  });

  it('shows and hides the password', async () => {
    const { password, press } = await openLogin(await openDevice('visitor'));
    await press(/^Show/);
    expect(password.type).toBe('text');
    await press(/^Hide/);
    expect(password.type).toBe('password');
  });

  it('fills in the remembered email the next time', async () => {
    const device = await openDevice('visitor');
    const first = await openLogin(device);
    await first.user.click(first.main.getByRole('checkbox'));
    await first.logIn('alice@example.org', PASSWORD);
    await isAt(paths.dashboard);
    first.close();
    removeToken();
    forgetKnownUser();
    expect((await openLogin(device)).email.value).toBe('alice@example.org');
  });
});
