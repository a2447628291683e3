import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { writeToken } from '#pwa/api/token.ts';
import { paths } from '#pwa/paths.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueProfile } from '#pwa/sync/enqueue/update-fields.ts';
import { goOffline, openLearner } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { inTransaction, type Trx } from '#sync-server/db/transaction.ts';
import { beginEpoch } from '#sync-server/epoch/epoch-queries.ts';
import { PASSWORD } from '#sync-server/testing/people.ts';

const TITLE = 'Please sign in again';

const endSessions = (trx: Trx) =>
  trx.updateTable('users').set({ tokenVersion: 100 }).where('id', '=', 'alice').execute();

/** Restores a backup from before Alice signed up. */
async function loseAccount(trx: Trx) {
  await trx.deleteFrom('users').where('id', '=', 'alice').execute();
  await beginEpoch(trx);
}

/** Without progress, which a lesson adds that is open for long. */
const listUnsentEdits = async () =>
  (await listUnsent(openPrivateStore('alice')))
    .map(({ command }) => command.kind)
    .filter((kind) => kind !== 'progress.save');

/** A lesson page of Alice, whose session was ended elsewhere before her edit was sent. */
async function openExpired(end: (trx: Trx) => Promise<unknown> = endSessions) {
  const device = await openLearner();
  await enqueueProfile('alice', { name: 'Alice Marsh' });
  const { db } = device.server.deps;
  await inTransaction(db, end);
  const page = await renderScreen(paths.learn('tides'), device);
  await screen.findByRole('heading', { name: TITLE });
  const sheet = () => within(screen.getByRole('complementary', { name: TITLE }));
  const field = (label: 'Email' | 'Password') => sheet().findByLabelText<HTMLInputElement>(label);
  const signIn = async (password: string, email?: string) => {
    if (email !== undefined) await page.fill(await field('Email'), email);
    await page.fill(await field('Password'), password);
    await page.user.click(sheet().getByRole('button', { name: 'Sign in' }));
  };
  const isClosed = () => waitFor(() => expect(screen.queryByRole('heading', { name: TITLE })).toBeNull());
  const nameOnServer = async () => {
    const user = db.selectFrom('users').select('name').where('id', '=', 'alice');
    return (await user.executeTakeFirstOrThrow()).name;
  };
  return { ...page, device, sheet, field, signIn, isClosed, nameOnServer };
}

describe('a session that has ended', () => {
  it('leaves the lesson readable, and says where the edits are', async () => {
    const { main, sheet, field, nameOnServer } = await openExpired();
    await main.findByText('The hour in which nothing seems to move.');
    expect(sheet().getByText(/^Your session has ended\. Your edits are saved on this device/)).toBeTruthy();
    expect((await field('Email')).value).toBe('alice@example.org');
    expect(await nameOnServer()).toBe('alice Ashdown');
    expect(await listUnsentEdits()).toEqual(['profile.update']);
  });

  it('can be folded for reading on, and opened again', async () => {
    const { user, sheet, field } = await openExpired();
    await user.click(sheet().getByRole('button', { name: 'Continue reading' }));
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await field('Password');
  });

  it('stays folded when the same token is read again and refused again', async () => {
    const { user, sheet, device } = await openExpired();
    await user.click(sheet().getByRole('button', { name: 'Continue reading' }));
    writeToken(device.server.people.alice.token);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull());
    globalThis.dispatchEvent(new Event('online'));
    await screen.findByRole('button', { name: 'Sign in again' });
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
  });

  it('sends what waited after the user has signed in again', async () => {
    const { signIn, isClosed, nameOnServer } = await openExpired();
    await signIn(PASSWORD);
    await isClosed();
    await waitFor(async () => expect(await nameOnServer()).toBe('Alice Marsh'));
  });

  it('stays ended with a wrong password, and says so', async () => {
    const { signIn, sheet, field } = await openExpired();
    await signIn('not this one');
    expect((await sheet().findByRole('alert')).textContent).toContain(messages.loginInvalid);
    expect((await field('Email')).value).toBe('alice@example.org');
    expect(await listUnsentEdits()).toEqual(['profile.update']);
  });

  it('of an account that a restore has lost offers to sign up again, and the work is sent', async () => {
    const { signIn, sheet, user, fill, isClosed, nameOnServer } = await openExpired(loseAccount);
    await signIn(PASSWORD);
    expect((await sheet().findByRole('alert')).textContent).toContain(serverMessages.accountLost);
    await user.click(sheet().getByRole('link', { name: 'Sign up again' }));
    await isClosed();
    const email = await screen.findByLabelText<HTMLInputElement>('Email');
    expect(email.value).toBe('alice@example.org');
    await fill(await screen.findByLabelText('Password'), 'a lamp on every desk');
    await fill(await screen.findByLabelText('Confirm password'), 'a lamp on every desk');
    await user.click(screen.getByRole('button', { name: /^(create account|sign up)/i }));
    await waitFor(async () => expect(await listUnsent(openPrivateStore('alice'))).toEqual([]));
    expect(await nameOnServer()).toBe('Alice Marsh');
  });

  it('cannot be renewed without a network, and says so', async () => {
    const { device, signIn, sheet } = await openExpired();
    goOffline(device);
    await signIn(PASSWORD);
    expect((await sheet().findByRole('alert')).textContent).toContain(messages.networkError);
  });

  it('shows and sends nothing of it to another user who signs in', async () => {
    const { device, signIn, isClosed, nameOnServer, main } = await openExpired();
    await signIn(PASSWORD, 'bob@example.org');
    await isClosed();
    await waitFor(() => expect(main.queryByText('The hour in which nothing seems to move.')).toBeNull());
    const ended = device.server.people.alice.token;
    const writes = device.network.seen.filter(
      ({ path, token }) => path.startsWith('/api/users/') && token !== ended,
    );
    expect([await nameOnServer(), writes]).toEqual(['alice Ashdown', []]);
    expect(await listUnsent(openPrivateStore('bob'))).toEqual([]);
  });
});
