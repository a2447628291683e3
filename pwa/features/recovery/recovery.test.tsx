import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@testing-library/dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { isAt, problemOf, SILENT_FAILURE } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { helpEndpoints } from '#schema/endpoints/help-endpoints.ts';
import { RESET_CODE_LIFETIME_SECONDS, RESET_CODE_RESEND_SECONDS } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { writeResetToken, writeSentCode } from './recovery-session.ts';
import { requestCode } from './request-code.ts';

const EMAIL = 'alice@example.org';

/** The newest code that the server mailed. */
async function mailedCode({ server }: Device): Promise<string> {
  await server.deps.mails.drain();
  const folder = join(server.deps.config.dataFolder, 'mail');
  const mails = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return /^ {4}(\d{6})\r?$/m.exec(mails.at(-1) ?? '')?.[1] ?? '';
}

/** A code that was requested some seconds ago in this tab. */
async function sendCode(secondsAgo = 0): Promise<void> {
  writeSentCode({ ...(await requestCode(EMAIL)), sentAt: Date.now() - secondsAgo * 1_000 });
}

describe('the first step of a recovery', () => {
  const open = async (device: Device) => {
    const page = await renderScreen(paths.forgotPassword, device);
    const email = page.main.getByLabelText<HTMLInputElement>('Email');
    const ask = async (address: string) => {
      await page.fill(email, address);
      await page.send(email);
    };
    return { ...page, email, ask };
  };

  it('mails a code and links to the next step', async () => {
    const device = await openDevice('visitor');
    const { main, ask, user } = await open(device);
    await ask(` ${EMAIL.toUpperCase()} `);
    const next = () =>
      main.getAllByRole('link').filter((link) => link.getAttribute('href') === paths.verifyOtp);
    await waitFor(() => expect(next()).toHaveLength(1));
    expect(await mailedCode(device)).toMatch(/^\d{6}$/);
    for (const link of next()) await user.click(link);
    await isAt(paths.verifyOtp);
  });

  it.each(['', 'alice at home'])('shows beside its field that this is no email: "%s"', async (typed) => {
    const device = await openDevice('visitor');
    const { email, ask, fill, send } = await open(device);
    if (typed === '') await send(email);
    else await ask(typed);
    expect(problemOf(email)).not.toBe('');
    expect(email.value).toBe(typed);
    expect(device.network.seen.filter(({ method }) => method === 'POST')).toEqual([]);
    await fill(email, 'a');
    expect(problemOf(email)).toBe('');
  });

  it.each([
    ['fails', false, messages.recoveryFailed],
    ['cannot be reached', true, messages.networkError],
  ])('says that the server %s, and loses nothing', async (_, isOffline, sentence) => {
    const device = await openDevice('visitor');
    if (isOffline) goOffline(device);
    else device.network.planAt.set(helpEndpoints.forgotPassword.path, SILENT_FAILURE);
    const { main, email, ask } = await open(device);
    await ask(EMAIL);
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    expect(email.value).toBe(EMAIL);
  });
});

describe('the second step of a recovery', () => {
  const open = async (device: Device) => {
    const page = await renderScreen(paths.verifyOtp, device);
    const code = page.main.getByLabelText<HTMLInputElement>('Code');
    const verify = async (digits: string) => {
      await page.fill(code, digits);
      await page.send(code);
    };
    return { ...page, code, verify };
  };

  it('exchanges the mailed code and opens the next step', async () => {
    const device = await openDevice('visitor');
    await sendCode();
    const { verify } = await open(device);
    await verify(await mailedCode(device));
    await isAt(paths.resetPassword);
  });

  it('takes at most six digits, and nothing else', async () => {
    const device = await openDevice('visitor');
    await sendCode();
    const { code, fill } = await open(device);
    await fill(code, '12a 34-5678');
    expect(code.value).toBe('123456');
  });

  it('takes the digits of any keyboard', async () => {
    const device = await openDevice('visitor');
    await sendCode();
    const { code, fill } = await open(device);
    for (const typed of ['١٢٣٤٥٦', '۱۲۳۴۵۶', '१२३४५६', '１２３ ４５６']) {
      await fill(code, typed);
      expect(code.value).toBe('123456');
    }
  });

  it('shows beside its field that a code is wrong, and leaves it there', async () => {
    const device = await openDevice('visitor');
    await sendCode();
    const { code, verify } = await open(device);
    const right = await mailedCode(device);
    const wrong = right === '111111' ? '222222' : '111111';
    await verify(wrong);
    await waitFor(() => expect(problemOf(code)).toBe(messages.otpInvalid));
    expect(code.value).toBe(wrong);
  });

  it.each([
    ['fails', false, messages.otpInvalid],
    ['cannot be reached', true, messages.networkError],
  ])('says that the server %s, and leaves the code', async (_, isOffline, sentence) => {
    const device = await openDevice('visitor');
    await sendCode();
    if (isOffline) goOffline(device);
    else device.network.planAt.set(helpEndpoints.verifyOtp.path, SILENT_FAILURE);
    const { code, verify } = await open(device);
    await verify('123456');
    await waitFor(() => expect(problemOf(code)).toBe(sentence));
    expect(code.value).toBe('123456');
  });

  it('counts down, and disables the button at the end', async () => {
    const device = await openDevice('visitor');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    await sendCode(RESET_CODE_LIFETIME_SECONDS - 1);
    const { main, code } = await open(device);
    expect(main.getByRole('timer').textContent).toBe('00:01');
    const button = code.closest('form')?.querySelector('[type=submit]');
    expect(button).toHaveProperty('disabled', false);
    vi.setSystemTime(Date.now() + 1_000);
    await waitFor(() => expect(button).toHaveProperty('disabled', true));
    expect(main.queryByRole('timer')).toBeNull();
  });

  it('sends another code after a while, and says when it cannot', async () => {
    const device = await openDevice('visitor');
    await sendCode(RESET_CODE_RESEND_SECONDS);
    device.server.clock.advance(RESET_CODE_RESEND_SECONDS * 1_000);
    const { code, press, main } = await open(device);
    device.network.planAt.set(helpEndpoints.forgotPassword.path, SILENT_FAILURE);
    await press(/resend/i);
    await waitFor(() => expect(problemOf(code)).toBe(messages.otpResendFailed));
    const first = await mailedCode(device);
    await press(/resend/i);
    await waitFor(() => expect(problemOf(code)).toBe(''));
    await waitFor(async () => expect(await mailedCode(device)).not.toBe(first));
    await waitFor(() =>
      expect(main.getByRole('button', { name: /resend/i })).toHaveProperty('disabled', true),
    );
  });

  it('says that the email is missing', async () => {
    const { main } = await renderScreen(paths.verifyOtp, await openDevice('visitor'));
    expect(main.getByRole('alert').textContent).toContain(messages.otpEmailMissing);
    expect(main.getAllByRole('link')[0]?.getAttribute('href')).toBe(paths.forgotPassword);
  });
});

describe('the third step of a recovery', () => {
  const NEW = 'a lamp of brass';
  const open = async (device: Device) => {
    const page = await renderScreen(paths.resetPassword, device);
    const password = page.main.getByLabelText<HTMLInputElement>('New password');
    const confirmation = page.main.getByLabelText<HTMLInputElement>('Confirm new password');
    const reset = async (first: string, second = first) => {
      await page.fill(password, first);
      await page.fill(confirmation, second);
      await page.send(password);
    };
    return { ...page, password, confirmation, reset };
  };
  /** The device after the second step. */
  const verified = async () => {
    const device = await openDevice('visitor');
    const { requestId } = await requestCode(EMAIL);
    const body = { email: EMAIL, otp: await mailedCode(device), requestId };
    const reply = await device.server.request(helpEndpoints.verifyOtp.path, { body });
    writeResetToken(reply.read(helpEndpoints.verifyOtp.output).resetToken);
    return device;
  };

  it('changes the password and leads to the login', async () => {
    const device = await verified();
    const { main, password, reset } = await open(device);
    await reset(NEW);
    await waitFor(() => expect(password.isConnected).toBe(false));
    expect(main.getAllByRole('link')[0]?.getAttribute('href')).toBe(paths.login());
    const body = { email: EMAIL, password: NEW };
    expect((await device.server.request(accountEndpoints.login.path, { body })).status).toBe(200);
    expect(sessionStorage.getItem('resetToken')).toBeNull();
  });

  it('shows beside its field what is wrong with a password', async () => {
    const { password, confirmation, reset } = await open(await verified());
    await reset('seven77');
    expect([problemOf(password), problemOf(confirmation)]).toEqual([messages.passwordTooShort, '']);
    await reset(NEW, 'another one');
    expect([problemOf(password), problemOf(confirmation)]).toEqual(['', messages.passwordsDiffer]);
    expect([password.value, confirmation.value]).toEqual([NEW, 'another one']);
  });

  it.each([
    ['fails', false, messages.resetFailed],
    ['cannot be reached', true, messages.networkError],
  ])('says that the server %s, and loses nothing', async (_, isOffline, sentence) => {
    const device = await verified();
    if (isOffline) goOffline(device);
    else device.network.planAt.set(helpEndpoints.resetPassword.path, SILENT_FAILURE);
    const { main, password, reset } = await open(device);
    await reset(NEW);
    expect((await main.findByRole('alert')).textContent).toBe(sentence);
    expect(password.value).toBe(NEW);
  });

  it.each([
    ['is missing', null],
    ['is unknown to the server', 'a token'],
  ])('says that the session of the recovery %s', async (_, token) => {
    const device = await openDevice('visitor');
    if (token !== null) {
      writeResetToken(token);
      await (await open(device)).reset(NEW);
    } else {
      const { main } = await renderScreen(paths.resetPassword, device);
      const again = main.getByRole('link', { name: 'Start again' });
      expect(again.getAttribute('href')).toBe(paths.forgotPassword);
    }
    await waitFor(() => expect(document.body.textContent).toContain(messages.resetSessionInvalid));
  });
});
