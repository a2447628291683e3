import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#schema/limits.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { paths } from '../paths.ts';
import { type Device, goOffline, openDevice } from '../testing/screens/device.ts';
import { isAt } from '../testing/screens/expectations.ts';
import { openBrowser, openBrowserWithPasskey } from '../testing/screens/passkeys.ts';
import { renderScreen } from '../testing/screens/render-screen.ts';
import { passkeySentences } from './passkeys/passkey-sentence.ts';

async function logIn(device: Device, address: string = paths.adminLogin()) {
  const page = await renderScreen(address, device);
  await page.fill(page.main.getByLabelText('Email'), 'admin@example.org');
  await page.fill(page.main.getByLabelText('Password'), PASSWORD);
  await page.send(page.main.getByLabelText('Email'));
  return page;
}

describe('a login with a passkey', () => {
  it.each([
    ['admins', paths.adminLogin(), paths.adminDashboard],
    ['learners', paths.login(), paths.dashboard],
  ])('is done by one button after the password, at the login of %s', async (_, address, next) => {
    const device = await openDevice('visitor');
    await openBrowserWithPasskey(device);
    const { main, press } = await logIn(device, address);
    await main.findByText(/^Confirm the sign-in with your passkey/);
    await press('Use a passkey');
    await isAt(next);
  });

  it('has the focus on its button, and leads back to email and password', async () => {
    const device = await openDevice('visitor');
    await openBrowserWithPasskey(device);
    const { main, press } = await logIn(device);
    const button = await main.findByRole('button', { name: 'Use a passkey' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    await press('Back to email and password');
    expect((await main.findByLabelText<HTMLInputElement>('Password')).value).toBe(PASSWORD);
  });

  it.each([
    ['is cancelled', 'NotAllowedError', passkeySentences.notSigned],
    ['fails in the authenticator', 'UnknownError', passkeySentences.failed],
    ['is not allowed at this address', 'SecurityError', passkeySentences.wrongAddress('learn.example.org')],
  ])('that %s says what to do, and can be tried again', async (_, refusal, sentence) => {
    const device = await openDevice('visitor');
    const { browser } = await openBrowserWithPasskey(device);
    const { main, press } = await logIn(device);
    browser.refusal = refusal;
    await press('Use a passkey');
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    await press('Use a passkey');
    await isAt(paths.adminDashboard);
  });

  it('that comes too late is refused by the server, and the next attempt has a new challenge', async () => {
    const device = await openDevice('visitor');
    await openBrowserWithPasskey(device);
    const { main, press } = await logIn(device);
    await main.findByRole('button', { name: 'Use a passkey' });
    device.server.clock.advance(PASSKEY_CHALLENGE_LIFETIME_MS);
    await press('Use a passkey');
    expect((await main.findByRole('alert')).textContent).toMatch(/^This passkey was not accepted/);
    await press('Use a passkey');
    await isAt(paths.adminDashboard);
  });

  it('can be replaced by a recovery code, and by the app where it is set up', async () => {
    const device = await openDevice('visitor');
    const { recoveryCodes } = await openBrowserWithPasskey(device);
    const { main, press, fill, send } = await logIn(device);
    await press('Use a recovery code');
    expect(main.queryByRole('button', { name: 'Use the authenticator app' })).toBeNull();
    const field = await main.findByLabelText('Recovery code');
    await fill(field, recoveryCodes[0] ?? '');
    await send(field);
    await isAt(paths.adminDashboard);
  });

  it('is not offered to who has an app only', async () => {
    const device = await openDevice('visitor');
    openBrowser(device);
    const { code } = await turnOnSecondFactor(device.server, device.server.people.admin);
    const { main, fill, send } = await logIn(device);
    const field = await main.findByLabelText('6-digit code');
    expect(main.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
    await fill(field, code());
    await send(field);
    await isAt(paths.adminDashboard);
  });

  it('says without a connection that it needs one, and works afterwards', async () => {
    const device = await openDevice('visitor');
    await openBrowserWithPasskey(device);
    const { main } = await logIn(device);
    await main.findByRole('button', { name: 'Use a passkey' });
    goOffline(device);
    await main.findByText('You are offline. Connect to sign in.');
  });
});
