import { screen, waitFor, within } from '@testing-library/dom';
import { Dexie } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { readToken } from '#pwa/api/token.ts';
import { paths } from '#pwa/paths.ts';
import { rememberEmail, rememberedEmail } from '#pwa/session/remembered-email.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { privateStoreName } from '#pwa/store/database/private-store-name.ts';
import { type Device, goOffline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { isAt, problemOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';

async function openSection(device: Device) {
  const page = await renderScreen(paths.profile, device);
  const section = within(await page.main.findByRole('region', { name: 'Your data' }));
  await section.findByText(/^Download everything/);
  return { ...page, section };
}

/** The dialog, with the two fields filled in. */
async function openDialog(device: Device, { email = 'alice@example.org', password = PASSWORD } = {}) {
  const page = await openSection(device);
  await page.user.click(page.section.getByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog'));
  const emailField = await dialog.findByLabelText<HTMLInputElement>(/^Type .* to confirm$/);
  const passwordField = dialog.getByLabelText<HTMLInputElement>('Password');
  await page.fill(emailField, email);
  await page.fill(passwordField, password);
  const press = () => page.user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  return { ...page, dialog, emailField, passwordField, press };
}

const exists = async ({ server }: Device, id: string) =>
  (await server.deps.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1;

describe('downloading the own data', () => {
  it('saves a zip file', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:file';
    });
    const { section, user } = await openSection(await openDevice('alice'));
    await user.click(section.getByRole('button', { name: 'Download my data' }));
    await section.findByText('Saved as carrel-data.zip.');
    const start = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0)).slice(0, 2);
    expect([...start]).toEqual([...'PK'].map((letter) => letter.charCodeAt(0)));
  });

  it('says why there is no file', async () => {
    const device = await openDevice('alice');
    const { section, user } = await openSection(device);
    device.network.isDown = true;
    await user.click(section.getByRole('button', { name: 'Download my data' }));
    await section.findByText(messages.networkError);
  });

  it('needs a connection, as the deletion does', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { section, dialog, press, passwordField } = await openDialog(device);
    section.getByText('This needs a connection');
    await press();
    await dialog.findByText(messages.networkError);
    expect(passwordField.value).toBe(PASSWORD);
    expect(await exists(device, 'alice')).toBe(true);
  });
});

describe('deleting the own account', () => {
  it('deletes it on the server and everything of it on the device, and says so', async () => {
    const device = await openDevice('alice');
    rememberEmail('alice@example.org');
    const { press, main } = await openDialog(device);
    expect(await Dexie.exists(privateStoreName('alice'))).toBe(true);
    await press();
    await isAt(paths.login());
    await main.findByText(/^Your account and its data were deleted/);
    expect(await exists(device, 'alice')).toBe(false);
    expect(readToken()).toBeNull();
    // The app does not wait for it any longer than two seconds.
    await waitFor(async () => expect(await Dexie.exists(privateStoreName('alice'))).toBe(false));
    expect(rememberedEmail()).toBe('');
  });

  it.each([
    ['another email', { email: 'bob@example.org' }, /^Type the email of this account/],
    ['no email', { email: '' }, /^Type the email of this account/],
  ])('deletes nothing with %s', async (_, typed, problem) => {
    const device = await openDevice('alice');
    const { press, emailField } = await openDialog(device, typed);
    await press();
    expect(problemOf(emailField)).toMatch(problem);
    expect(await exists(device, 'alice')).toBe(true);
  });

  it('deletes nothing with a wrong password, and says so beside the field', async () => {
    const device = await openDevice('alice');
    const { press, passwordField, emailField } = await openDialog(device, { password: 'a wrong password' });
    await press();
    await waitFor(() => expect(problemOf(passwordField)).toBe(messages.currentPasswordWrong));
    expect(emailField.value).toBe('alice@example.org');
    expect(await exists(device, 'alice')).toBe(true);
  });

  it('is refused to the last admin, who reads why', async () => {
    const device = await openDevice('admin');
    const { press, dialog } = await openDialog(device, { email: 'admin@example.org' });
    await press();
    await dialog.findByText(serverMessages.accountLastAdmin);
    expect(await exists(device, 'admin')).toBe(true);
  });

  it('says first what this device has not sent yet', async () => {
    const device = await openDevice('alice');
    const first = await renderScreen(paths.profile, device);
    await first.fill(await first.main.findByLabelText('Name'), 'Alice M');
    await waitFor(async () => expect(await device.store?.drafts.count()).toBe(1));
    first.close();
    const { dialog } = await openDialog(device);
    dialog.getByText('This work is lost with the account');
    dialog.getByText('Your profile');
  });

  it('leaves the device when it was done on another one', async () => {
    const device = await openLearner();
    const { server } = device;
    const { alice } = server.people;
    const body = { password: PASSWORD };
    await renderScreen(paths.profile, device);
    await server.request('/api/users/alice', { method: 'DELETE', as: alice, body });
    await refreshUser();
    await waitFor(async () => expect(await Dexie.exists(privateStoreName('alice'))).toBe(false));
    await isAt('/login');
  });
});
