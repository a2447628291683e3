import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { isAt, problemOf, SILENT_FAILURE } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { accountEndpoints } from '#schema/endpoints/account-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';

const GOOD = { name: 'Dora Finch', email: 'dora@example.org', password: PASSWORD, confirmation: PASSWORD };

async function openSignup(device: Device) {
  const page = await renderScreen(paths.signup(), device);
  const fields = {
    name: page.main.getByLabelText<HTMLInputElement>('Full name'),
    email: page.main.getByLabelText<HTMLInputElement>('Email'),
    password: page.main.getByLabelText<HTMLInputElement>('Password'),
    confirmation: page.main.getByLabelText<HTMLInputElement>('Confirm password'),
  };
  const values = () => Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  const signUp = async (parts: Partial<typeof GOOD> = {}) => {
    const typed = { ...GOOD, ...parts };
    await page.fill(fields.name, typed.name);
    await page.fill(fields.email, typed.email);
    await page.fill(fields.password, typed.password);
    await page.fill(fields.confirmation, typed.confirmation);
    await page.send(fields.name);
    return typed;
  };
  return { ...page, fields, values, signUp };
}

const usersOf = ({ server }: Device) =>
  server.deps.db.selectFrom('users').select(['name', 'email']).execute();

describe('the sign-up', () => {
  it('creates an account from trimmed input and opens the dashboard', async () => {
    const device = await openDevice('visitor');
    const { signUp } = await openSignup(device);
    await signUp({ name: '  Dora Finch ', email: ' Dora@Example.org' });
    await isAt(paths.dashboard);
    expect(await usersOf(device)).toContainEqual({ name: 'Dora Finch', email: 'dora@example.org' });
  });

  it.each([
    ['name', { name: ' ' }, null],
    ['email', { email: '' }, null],
    ['email', { email: 'dora at home' }, null],
    ['password', { password: 'seven77', confirmation: 'seven77' }, messages.passwordTooShort],
    ['confirmation', { confirmation: 'another one' }, messages.passwordsDiffer],
  ] as const)('shows the problem with the %s beside its field: %j', async (name, parts, sentence) => {
    const device = await openDevice('visitor');
    const { fields, values, signUp } = await openSignup(device);
    const typed = await signUp(parts);
    const problems = Object.entries(fields).map(([field, element]) => [field, problemOf(element)]);
    expect(problems.filter(([, problem]) => problem !== '')).toEqual([
      [name, sentence ?? expect.any(String)],
    ]);
    expect(values()).toEqual(typed);
    expect(device.network.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('links to the terms and to privacy', async () => {
    const { main } = await openSignup(await openDevice('visitor'));
    const targets = main.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining([paths.terms, paths.privacy]));
  });

  it('removes a message as soon as its field is edited', async () => {
    const { fields, signUp, fill } = await openSignup(await openDevice('visitor'));
    await signUp({ name: '' });
    expect(problemOf(fields.name)).not.toBe('');
    await fill(fields.name, 'D');
    expect(problemOf(fields.name)).toBe('');
  });

  it('shows that an email has an account, and loses nothing', async () => {
    const { main, values, signUp } = await openSignup(await openDevice('visitor'));
    const typed = await signUp({ email: 'alice@example.org' });
    expect((await main.findByRole('alert')).textContent).not.toBe('');
    expect(values()).toEqual(typed);
    expect(location.pathname).toBe(paths.signup());
  });

  it.each([
    ['the server fails', false, messages.signupFailed],
    ['there is no network', true, messages.networkError],
  ])('says that %s, and loses nothing', async (_, isOffline, sentence) => {
    const device = await openDevice('visitor');
    if (isOffline) goOffline(device);
    else device.network.planAt.set(accountEndpoints.register.path, SILENT_FAILURE);
    const { main, values, signUp } = await openSignup(device);
    const typed = await signUp();
    expect((await main.findByRole('alert')).textContent).toContain(sentence);
    expect(values()).toEqual(typed);
  });

  it('fills in the name and the email of an earlier visit, but no password', async () => {
    const device = await openDevice('visitor');
    const first = await openSignup(device);
    await first.signUp({ password: 'short' });
    first.close();
    expect((await openSignup(device)).values()).toEqual({ ...GOOD, password: '', confirmation: '' });
  });
});
