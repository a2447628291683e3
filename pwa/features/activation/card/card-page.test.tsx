import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { activationsOnServer, unlock as unlockAs } from '#e2e/sync/testing/world.ts';
import { findRoute, paths } from '#pwa/paths.ts';
import { startSync } from '#pwa/sync/start.ts';
import { type Device, goOffline, goOnline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { isAt, problemOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { codeLink } from '#schema/activation/code-link.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';
import { codeDraft } from '../code-draft.ts';
import { WRONG_LETTER } from '../use-code-entry.ts';

const CODE = 'TIDES-CODE-1';
/** The shape of a code that Carrel draws, without its check letter. */
const UNCHECKED = 'ABCD-EFGH-JKMN';
const CREATE = 'Create account and unlock';

async function openCard(device: Device, code: string | null = CODE) {
  const address = code === null ? paths.card('tides') : codeLink('', 'tides', code);
  const page = await renderScreen(address, device);
  // As the start of the app does when somebody signs in.
  if (device.store === null) onTestFinished(startSync());
  const codeField = () => page.main.findByLabelText<HTMLInputElement>('Activation code');
  const fillAccount = async () => {
    await page.fill(await page.main.findByLabelText('Full name'), 'Dora Finch');
    await page.fill(page.main.getByLabelText('Email'), 'dora@example.org');
    await page.fill(page.main.getByLabelText('Password'), PASSWORD);
  };
  return { ...page, codeField, fillAccount };
}

const accounts = async ({ server }: Device) =>
  (await server.deps.db.selectFrom('users').select('email').execute()).map(({ email }) => email);

it('has the address of the links that are printed', () => {
  expect(findRoute(codeLink('', 'tides', '').split('#')[0] ?? '')).toBe('card');
  expect(codeLink('https://carrel.example', 'tides', 'A B-1')).toBe(
    'https://carrel.example/activate/tides#code=A%20B-1',
  );
});

describe('the card of a visitor', () => {
  it('shows the course and the code, and one form leads into lesson 1', async () => {
    const device = await openDevice('visitor');
    const { main, fillAccount, press, user } = await openCard(device);
    await main.findByRole('heading', { level: 1, name: 'Reading the tides' });
    expect(main.getByText(CODE).tagName).toBe('CODE');
    expect(main.getByText('Lesson 1')).toBeTruthy();
    expect(document.body.textContent).not.toContain(messages.authenticationRequired);
    expect(location.hash).toBe('');
    await fillAccount();
    await press(CREATE);
    await user.click(await main.findByRole('link', { name: 'Start lesson 1' }));
    await screen.findByRole('heading', { level: 1, name: 'Lesson 1' });
    expect(await activationsOnServer(device)).toHaveLength(1);
    expect(codeDraft('tides').read()).toBeNull();
  });

  it('unlocks the course for an account that exists, with the email that was typed before', async () => {
    const device = await openDevice('visitor');
    const { main, fill, press } = await openCard(device);
    await fill(await main.findByLabelText('Email'), 'alice@example.org');
    await press('Sign in');
    expect(main.getByLabelText<HTMLInputElement>('Email').value).toBe('alice@example.org');
    await fill(main.getByLabelText('Password'), PASSWORD);
    await press('Sign in and unlock');
    await main.findByRole('link', { name: 'Start lesson 1' });
    expect(await activationsOnServer(device)).toEqual(['alice tides']);
  });

  it('opens the course of an account that has it already, and leaves the code unused', async () => {
    const device = await openDevice('visitor');
    await unlockAs(device, device.server.people.alice, 'tides', 'TIDES-CODE-2');
    const { main, fill, press } = await openCard(device);
    await main.findByText(CODE);
    await press('Sign in');
    await fill(main.getByLabelText('Email'), 'alice@example.org');
    await fill(main.getByLabelText('Password'), PASSWORD);
    await press('Sign in and unlock');
    await isAt(paths.learn('tides'));
  });

  it.each([
    ['is missing', null, messages.codeMissing],
    ['has a wrong letter', UNCHECKED, WRONG_LETTER],
  ])('makes no account while the code %s', async (_, code, sentence) => {
    const device = await openDevice('visitor', [fixtureCourse({ codes: [UNCHECKED] })]);
    const before = await accounts(device);
    const { main, fillAccount, fill, codeField, press } = await openCard(device, code);
    if (code !== null) await main.findByDisplayValue(code);
    const field = await codeField();
    await fillAccount();
    await press(CREATE);
    expect(problemOf(field)).toBe(sentence);
    expect(await accounts(device)).toEqual(before);
    if (code === null) await fill(field, UNCHECKED);
    if (code === null) await press(CREATE);
    await press('Send it anyway');
    await main.findByRole('link', { name: 'Start lesson 1' });
  });

  it('keeps the account and says why, if the code is refused', async () => {
    const device = await openDevice('visitor');
    await unlockAs(device, device.server.people.bob, 'tides', CODE);
    const { codeField, main, fillAccount, press } = await openCard(device);
    await fillAccount();
    expect(main.queryByText(serverMessages.codeUsed)).toBeNull();
    await press(CREATE);
    await waitFor(async () => expect(problemOf(await codeField())).toBe(serverMessages.codeUsed));
    expect(await accounts(device)).toContain('dora@example.org');
  });

  it('sends nothing by itself when somebody signs in after an attempt that failed', async () => {
    const device = await openDevice('visitor');
    const { main, fill, press, fillAccount } = await openCard(device);
    await fillAccount();
    await fill(main.getByLabelText('Email'), 'alice@example.org');
    await press(CREATE);
    await main.findAllByText('An account with this email already exists');
    expect(await activationsOnServer(device)).toEqual([]);
    expect(main.getByLabelText<HTMLInputElement>('Full name').value).toBe('Dora Finch');
  });

  it('says without a network that the code stays, and keeps what is typed', async () => {
    const device = await openDevice('visitor');
    goOffline(device);
    const { main, fillAccount, press } = await openCard(device);
    await main.findByText(/Your code stays in this tab until you have one/);
    await fillAccount();
    await press(CREATE);
    await main.findByText(messages.networkError);
    expect(main.getByLabelText<HTMLInputElement>('Password').value).toBe(PASSWORD);
    expect(codeDraft('tides').read()).toBe(CODE);
  });

  it('says that a course does not exist', async () => {
    const { main } = await renderScreen(codeLink('', 'nothing', CODE), await openDevice('visitor'));
    await main.findByRole('heading', { name: messages.courseNotFoundTitle });
  });
});

describe('the card of a learner', () => {
  it('unlocks the course by one press', async () => {
    const device = await openDevice('alice');
    const { main, press } = await openCard(device);
    await main.findByDisplayValue(CODE);
    expect(await activationsOnServer(device)).toEqual([]);
    await press('Unlock course');
    await main.findByRole('link', { name: 'Start lesson 1' });
    expect(main.queryByRole('progressbar')).toBeNull();
    expect(await activationsOnServer(device)).toEqual(['alice tides']);
  });

  it('waits on the device without a network', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { main, press } = await openCard(device);
    await main.findByDisplayValue(CODE);
    await press('Unlock course');
    await main.findByText('Saved on this device: will unlock when connected');
    goOnline(device);
    await waitFor(async () => expect(await activationsOnServer(device)).toEqual(['alice tides']));
  });

  it('opens a course that is unlocked already, and forgets the code', async () => {
    const device = await openLearner();
    await openCard(device, 'TIDES-CODE-2');
    await isAt(paths.learn('tides'));
    await waitFor(() => expect(codeDraft('tides').read()).toBeNull());
  });
});
