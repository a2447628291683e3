import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { codeAt } from '#sync-server/testing/authenticator.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { turnOnSecondFactor } from '#sync-server/testing/second-factor.ts';
import { paths } from '../paths.ts';
import { type Device, goOffline, openDevice } from '../testing/screens/device.ts';
import { problemOf } from '../testing/screens/expectations.ts';
import { renderScreen } from '../testing/screens/render-screen.ts';

async function openSection(device: Device) {
  const page = await renderScreen(paths.profile, device);
  const section = within(await page.main.findByRole('region', { name: 'Two-step sign-in' }));
  const press = async (name: RegExp) => page.user.click(await section.findByRole('button', { name }));
  const confirmPassword = async (secret: string) => {
    const field = await section.findByLabelText<HTMLInputElement>(/password$/);
    await page.fill(field, secret);
    return field;
  };
  const isOn = async () => {
    const rows = await device.server.deps.db.selectFrom('secondFactors').selectAll().execute();
    return rows.some(({ confirmedAt }) => confirmedAt !== null);
  };
  return { ...page, section, press, confirmPassword, isOn };
}

describe('two-step sign-in', () => {
  it('is set up with the password and a code of the app', async () => {
    const device = await openDevice('admin');
    const { section, press, confirmPassword, isOn, fill, send } = await openSection(device);
    await press(/^set up/i);
    const password = await confirmPassword('not this one');
    await send(password);
    await waitFor(() => expect(problemOf(password)).not.toBe(''));
    expect(password.value).toBe('not this one');
    await confirmPassword(PASSWORD);
    await send(password);
    const link = await section.findByRole('link');
    const secret = new URL(link.getAttribute('href') ?? '').searchParams.get('secret') ?? '';
    const code = section.getByRole<HTMLInputElement>('textbox');
    await fill(code, '000000');
    await send(code);
    await waitFor(() => expect(problemOf(code)).not.toBe(''));
    await fill(code, codeAt(secret, device.server.clock.now()));
    await send(code);
    const codes = within(await section.findByRole('list', { name: /codes/i }));
    expect(codes.getAllByRole('listitem').length).toBeGreaterThan(5);
    expect(await isOn()).toBe(true);
  });

  it('is turned off with both factors', async () => {
    const device = await openDevice('admin');
    const { code } = await turnOnSecondFactor(device.server, device.server.people.admin);
    const { section, press, confirmPassword, isOn, fill, send } = await openSection(device);
    await press(/^turn off/i);
    const password = await confirmPassword(PASSWORD);
    const field = section.getByRole<HTMLInputElement>('textbox');
    await fill(field, code(40));
    await send(field);
    await waitFor(() => expect(problemOf(field)).not.toBe(''));
    expect([password.value, await isOn()]).toEqual([PASSWORD, true]);
    await fill(field, code());
    await send(field);
    await section.findByRole('button', { name: /^set up/i });
    expect(await isOn()).toBe(false);
  });

  it('makes new recovery codes', async () => {
    const device = await openDevice('admin');
    const { code, recoveryCodes } = await turnOnSecondFactor(device.server, device.server.people.admin);
    const { section, press, confirmPassword, fill, send } = await openSection(device);
    await press(/recovery codes/i);
    await confirmPassword(PASSWORD);
    const field = section.getByRole('textbox');
    await fill(field, code());
    await send(field);
    const list = within(await section.findByRole('list', { name: /codes/i }));
    const made = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(made).toHaveLength(recoveryCodes.length);
    expect(recoveryCodes).not.toContain(made[0]);
  });

  it('says without a network that it needs one', async () => {
    const device = await openDevice('admin');
    goOffline(device);
    const { section } = await openSection(device);
    await section.findByRole('status');
    expect(section.queryAllByRole('button')).toEqual([]);
  });
});
