import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { readToken } from '#pwa/api/token.ts';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf, SILENT_FAILURE } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { AVATAR_FILE_MAX_BYTES } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { issueTestToken } from '#sync-server/testing/test-session.ts';

const NEW = 'a lamp of brass';

const nameOnServer = async ({ server }: Device) =>
  (
    await server.deps.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', 'alice')
      .executeTakeFirstOrThrow()
  ).name;

describe('the details of a profile', () => {
  const open = async (device: Device) => {
    const page = await renderScreen(paths.profile, device);
    const name = await page.main.findByLabelText<HTMLInputElement>('Name');
    const rename = async (text: string) => {
      await page.fill(name, text);
      await page.send(name);
    };
    return { ...page, name, rename };
  };

  it('sends a new name to the server, trimmed', async () => {
    const device = await openDevice('alice');
    const { rename } = await open(device);
    await rename('  Alice Marsh ');
    await waitFor(async () => expect(await nameOnServer(device)).toBe('Alice Marsh'));
    await screen.findByRole('button', { name: /Alice Marsh/ });
  });

  it('shows beside its field that the name is missing', async () => {
    const device = await openDevice('alice');
    const { name, rename, fill } = await open(device);
    await rename('  ');
    expect(problemOf(name)).not.toBe('');
    expect(document.activeElement).toBe(name);
    await fill(name, 'A');
    expect(problemOf(name)).toBe('');
    expect(await nameOnServer(device)).toBe('alice Ashdown');
  });

  it('shows the email, which cannot be changed', async () => {
    const { main } = await open(await openDevice('alice'));
    const email = main.getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['alice@example.org', true]);
  });

  it('stores a change offline, and sends it when the network is back', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { main, rename } = await open(device);
    await rename('Alice Marsh');
    await main.findByText(messages.savedOnDevice);
    expect(await nameOnServer(device)).toBe('alice Ashdown');
    goOnline(device);
    await waitFor(async () => expect(await nameOnServer(device)).toBe('Alice Marsh'));
  });

  it('restores a name that was typed and not saved', async () => {
    const device = await openDevice('alice');
    const first = await open(device);
    await first.fill(first.name, 'Alice M');
    first.close();
    const second = await open(device);
    await waitFor(() => expect(second.name.value).toBe('Alice M'));
  });

  it.each([
    ['too large', AVATAR_FILE_MAX_BYTES + 1, messages.avatarTooLarge],
    ['no image', 3, messages.avatarUnreadable],
  ])('refuses a picture that is %s', async (_, size, sentence) => {
    const { main, user, name } = await open(await openDevice('alice'));
    const file = new File(['abc'], 'me.png', { type: 'image/png' });
    Object.defineProperty(file, 'size', { value: size });
    await user.upload(main.getByLabelText('Picture file'), file);
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    expect(name.value).toBe('alice Ashdown');
  });
});

describe('the change of a password', () => {
  const open = async (device: Device) => {
    const page = await renderScreen(paths.profile, device);
    const fields = {
      current: await page.main.findByLabelText<HTMLInputElement>('Current password'),
      first: page.main.getByLabelText<HTMLInputElement>('New password'),
      second: page.main.getByLabelText<HTMLInputElement>('Confirm new password'),
    };
    const change = async (current: string, first: string, second = first) => {
      await page.fill(fields.current, current);
      await page.fill(fields.first, first);
      await page.fill(fields.second, second);
      await page.send(fields.current);
    };
    const problems = () => Object.values(fields).map(problemOf);
    const values = () => Object.values(fields).map(({ value }) => value);
    return { ...page, change, problems, values };
  };

  it('changes it on the server, and empties the fields', async () => {
    const device = await openDevice('alice');
    const { main, change, values } = await open(device);
    await change(PASSWORD, NEW);
    await main.findByText(messages.passwordUpdated);
    expect(values()).toEqual(['', '', '']);
    const body = { email: 'alice@example.org', password: NEW };
    expect((await device.server.request(accountEndpoints.login.path, { body })).status).toBe(200);
    // The other devices are signed out, and this one is not.
    const as = { ...device.server.people.alice, token: readToken() ?? '' };
    expect((await device.server.request(endpoints.me.path, { as })).status).toBe(200);
  });

  it('shows each problem beside its field', async () => {
    const { main, change, problems, values, send } = await open(await openDevice('alice'));
    await send(main.getByLabelText('Current password'));
    expect(problems()[0]).not.toBe('');
    await change(PASSWORD, 'seven77');
    expect(problems()).toEqual(['', messages.passwordTooShort, '']);
    await change(PASSWORD, NEW, 'another one');
    expect(problems()).toEqual(['', '', messages.newPasswordsDiffer]);
    expect(values()).toEqual([PASSWORD, NEW, 'another one']);
  });

  it.each([
    ['refuses the current password', 'refused', messages.currentPasswordWrong],
    ['fails', 'silent', messages.passwordScreenFailed],
    ['cannot be reached', 'offline', messages.networkError],
  ])('says that the server %s, and loses nothing', async (_, kind, sentence) => {
    const device = await openDevice('alice');
    const { main, change, values } = await open(device);
    if (kind === 'offline') goOffline(device);
    if (kind === 'silent') device.network.planAt.set('/api/users/alice/password', SILENT_FAILURE);
    const current = kind === 'refused' ? 'not this one' : PASSWORD;
    await change(current, NEW);
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    expect(values()).toEqual([current, NEW, NEW]);
  });
});

describe('the devices of a user', () => {
  const open = async (device: Device, others: number) => {
    for (let i = 0; i < others; i += 1)
      await issueTestToken(device.server.deps, { id: 'alice', tokenVersion: 1 });
    const page = await renderScreen(paths.profile, device);
    const section = within(await page.main.findByRole('region', { name: 'Your devices' }));
    const buttons = () => section.queryAllByRole('button', { name: /^Sign out\s*Test/ });
    return { ...page, section, buttons };
  };

  it('are listed, and signed out after a confirmation', async () => {
    const device = await openDevice('alice');
    const { section, buttons, user } = await open(device, 2);
    await waitFor(() => expect(buttons()).toHaveLength(2));
    expect(section.getAllByRole('listitem')).toHaveLength(3);
    for (const button of buttons().slice(0, 1)) await user.click(button);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(2));
  });

  it('stay signed in if the confirmation is cancelled or the server fails', async () => {
    const device = await openDevice('alice');
    const { section, buttons, user } = await open(device, 1);
    await waitFor(() => expect(buttons()).toHaveLength(1));
    for (const button of buttons()) await user.click(button);
    const dialog = within(await screen.findByRole('dialog'));
    goOffline(device);
    await user.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect((await dialog.findByRole('alert')).textContent).not.toBe('');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(section.getAllByRole('listitem')).toHaveLength(2);
  });

  it('are not shown before the server was reached', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { section } = await open(device, 1);
    await section.findAllByRole('status');
    expect(section.queryAllByRole('listitem')).toEqual([]);
  });
});
