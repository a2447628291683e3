import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf, textsOf } from '#pwa/testing/screens/expectations.ts';
import { openBrowser, openBrowserWithPasskey } from '#pwa/testing/screens/passkeys.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { passkeySentences } from './passkey-sentence.ts';

async function openSection(device: Device) {
  const page = await renderScreen(paths.profile, device);
  const section = within(await page.main.findByRole('region', { name: 'Two-step sign-in' }));
  const press = async (name: string | RegExp) =>
    page.user.click(await section.findByRole('button', { name }));
  const confirm = async (submit: string) => {
    await page.fill(await section.findByLabelText('Confirm your password'), PASSWORD);
    await press(submit);
  };
  const names = async () =>
    textsOf(within(await section.findByRole('list', { name: 'Your passkeys' })).getAllByRole('listitem'));
  const stored = () => device.server.deps.db.selectFrom('passkeys').selectAll().execute();
  return { ...page, section, press, confirm, names, stored };
}

describe('adding a passkey', () => {
  it('needs a name and the password, shows the recovery codes once, and then the passkey', async () => {
    const device = await openDevice('admin');
    openBrowser(device);
    const { section, press, confirm, names, fill } = await openSection(device);
    await press('Add a passkey');
    await fill(await section.findByLabelText('Name of the passkey'), 'Blue key');
    await confirm('Create passkey');
    const codes = within(await section.findByRole('list', { name: 'Recovery codes' }));
    expect(codes.getAllByRole('listitem')).toHaveLength(10);
    await press('I have saved them');
    expect(await names()).toEqual([expect.stringMatching(/^Blue keyAdded on .*Not used yet/)]);
    await section.findByText('10 recovery codes are left.');
  });

  it('needs the app as well where it is on, and creates no new recovery codes', async () => {
    const device = await openDevice('admin');
    openBrowser(device);
    const { code } = await turnOnSecondFactor(device.server, device.server.people.admin);
    const { section, press, confirm, names, fill } = await openSection(device);
    await press('Add a passkey');
    await fill(await section.findByLabelText('6-digit code'), code());
    await confirm('Create passkey');
    expect(await names()).toHaveLength(1);
  });

  it('says what is wrong with the password or the name beside its field', async () => {
    const device = await openDevice('admin');
    openBrowser(device);
    const { section, press, confirm, fill } = await openSection(device);
    await press('Add a passkey');
    const name = await section.findByLabelText<HTMLInputElement>('Name of the passkey');
    await fill(name, '  ');
    await confirm('Create passkey');
    await waitFor(() => expect(problemOf(name)).toBe('Please enter a name'));
    const password = section.getByLabelText<HTMLInputElement>('Confirm your password');
    await fill(password, 'not this one');
    await press('Create passkey');
    await waitFor(() => expect(problemOf(password)).not.toBe(''));
  });

  it.each([
    ['is cancelled or takes too long', 'NotAllowedError', passkeySentences.notCreated],
    ['finds no suitable authenticator', 'NotSupportedError', passkeySentences.unsuitable],
    ['fails in the authenticator', 'UnknownError', passkeySentences.failed],
    ['is not allowed at this address', 'SecurityError', passkeySentences.wrongAddress('learn.example.org')],
  ])('that %s leaves everything as it was, and can be tried again', async (_, refusal, sentence) => {
    const device = await openDevice('admin');
    const browser = openBrowser(device);
    const { section, press, confirm, stored } = await openSection(device);
    await press('Add a passkey');
    browser.refusal = refusal;
    await confirm('Create passkey');
    expect((await section.findByRole('alert')).textContent).toBe(sentence);
    expect(await stored()).toEqual([]);
    await press('Create passkey');
    await section.findByRole('list', { name: 'Recovery codes' });
  });

  it('is refused on a device that has one of the account already', async () => {
    const device = await openDevice('admin');
    const { recoveryCodes } = await openBrowserWithPasskey(device);
    const { section, press, confirm, fill } = await openSection(device);
    await press('Add a passkey');
    await press('Use a recovery code');
    await fill(section.getByLabelText('Recovery code'), recoveryCodes[0] ?? '');
    await confirm('Create passkey');
    expect((await section.findByRole('alert')).textContent).toBe(passkeySentences.duplicate);
  });

  it('says that the browser has none', async () => {
    const device = await openDevice('admin');
    openBrowser(device);
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    const { section, press } = await openSection(device);
    await press('Add a passkey');
    await section.findByText(passkeySentences.unsupported);
    await press('Back');
    await section.findByRole('button', { name: 'Add a passkey' });
  });

  it('is not offered where the server has no address for it, and the section says why', async () => {
    const device = await openDevice('admin');
    const { section } = await openSection(device);
    await section.findByText(/operator has not set it \(PUBLIC_URL\)/);
    expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});

describe('a passkey in the profile', () => {
  it('is renamed', async () => {
    const device = await openDevice('admin');
    await openBrowserWithPasskey(device);
    const { section, press, fill, names } = await openSection(device);
    await press(/^Rename/);
    await fill(await section.findByLabelText('Name of the passkey'), 'Old phone');
    await press('Save name');
    await waitFor(async () => expect((await names())[0]).toMatch(/^Old phone/));
  });

  it('is removed with the password and a passkey, after which two-step sign-in is off', async () => {
    const device = await openDevice('admin');
    const { browser } = await openBrowserWithPasskey(device);
    const { section, press, confirm, stored } = await openSection(device);
    await press(/^Remove\s*Phone/);
    await section.findByText(/It is your only second step/);
    browser.refusal = 'NotAllowedError';
    await confirm('Remove passkey');
    expect((await section.findByRole('alert')).textContent).toBe(passkeySentences.notSigned);
    expect(await stored()).toHaveLength(1);
    await press('Remove passkey');
    await section.findByRole('button', { name: 'Add a passkey' });
    await waitFor(() => expect(section.queryByRole('list', { name: 'Your passkeys' })).toBeNull());
    expect(await stored()).toEqual([]);
    expect(section.queryByText(/recovery codes are left/)).toBeNull();
  });

  it('is not removed if it is the last second step where one is required', async () => {
    const device = await openDevice('admin');
    Object.assign(device.server.deps.config, { requireSecondFactor: 'admins' });
    await openBrowserWithPasskey(device);
    const { section, press } = await openSection(device);
    await press(/^Remove\s*Phone/);
    await section.findByText('“Phone” cannot be removed');
    expect(section.queryByRole('button', { name: 'Remove passkey' })).toBeNull();
  });

  it('says at which address it works, if that is another one', async () => {
    const device = await openDevice('admin');
    await openBrowserWithPasskey(device);
    Object.assign(device.server.deps.config, { publicUrl: 'https://elsewhere.example.org' });
    const { section, press } = await openSection(device);
    await section.findByText('Works only at learn.example.org');
    // It cannot confirm anything here, so another way is suggested.
    await press(/^Remove\s*Phone/);
    await section.findByLabelText('Recovery code');
  });

  it('cannot be changed without a connection, which the section says', async () => {
    const device = await openDevice('admin');
    await openBrowserWithPasskey(device);
    const { section, names } = await openSection(device);
    await names();
    goOffline(device);
    await section.findByText('This needs a connection');
    const buttons = section.getAllByRole<HTMLButtonElement>('button');
    expect(buttons.length).toBeGreaterThan(3);
    expect(buttons.filter(({ disabled }) => !disabled)).toEqual([]);
  });
});
