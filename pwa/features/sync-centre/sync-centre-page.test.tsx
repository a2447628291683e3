import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NETWORK_PAGE, paths } from '#pwa/paths.ts';
import { releaseTexts } from '#pwa/store/account/acknowledged/bound-acknowledged.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import { enqueueCode } from '#pwa/sync/enqueue/redeem-code.ts';
import { enqueueProfile, fieldsDrafts } from '#pwa/sync/enqueue/update-fields.ts';
import { makeUnsentFile } from '#pwa/sync/outbox/make-unsent-file.ts';
import { requeueAcknowledged } from '#pwa/sync/outbox/requeue-acknowledged.ts';
import { saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { activationRow, envelope, fresh } from '#pwa/testing/rows.ts';
import { goOffline, goOnline, openDevice, openLearner } from '#pwa/testing/screens/device.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { messages } from '#schema/messages/messages.ts';

async function openCentre({ isOffline = true } = {}) {
  const device = await openLearner();
  if (isOffline) goOffline(device);
  const page = await renderScreen(paths.syncCentre, device);
  await page.main.findByRole('heading', { level: 2, name: /^waiting to sync/i });
  const region = () => within(page.main.getByRole('region', { name: /^waiting to sync/i }));
  const items = () => region().queryAllByRole('listitem');
  const unsent = () => listUnsent(device.store);
  const describeUnsent = async () => (await unsent()).map(({ command }) => describeCommand(command));
  return { ...page, device, region, items, unsent, describeUnsent };
}

describe('the sync centre', () => {
  it('is empty when everything was sent', async () => {
    const { items, unsent } = await openCentre({ isOffline: false });
    await waitFor(async () => expect(await unsent()).toEqual([]));
    expect(items()).toEqual([]);
  });

  it('lists each edit that waits, and as sent when the network is back', async () => {
    const { main, device, items, describeUnsent } = await openCentre();
    await enqueueProfile('alice', { name: 'Alice Marsh' });
    await enqueueCode('alice', 'STARS-CODE-1');
    await waitFor(() => expect(items()).toHaveLength(2));
    const sentences = await describeUnsent();
    for (const [at, sentence] of sentences.entries()) expect(items()[at]?.textContent).toContain(sentence);
    goOnline(device);
    await waitFor(() => expect(items()).toEqual([]));
    const sent = within(await main.findByRole('region', { name: 'Sent' }));
    await waitFor(() => expect(sent.getAllByRole('listitem')).toHaveLength(2));
    expect(sent.getByText(sentences[0] ?? '')).toBeTruthy();
  });

  it('names an edit that the network blocks, and a network that replies in the server’s place', async () => {
    const { main, items, device } = await openCentre({ isOffline: false });
    device.network.meddle = (path) => path !== '/healthz';
    await enqueueProfile('alice', { name: 'Alice Marsh' });
    await waitFor(() => expect(items()[0]?.textContent).toContain('Blocked by the network'));
    device.network.meddle = () => true;
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
    const link = await main.findByRole('link', { name: 'Open the network’s page' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([NETWORK_PAGE, '_blank']);
  });

  it('shows why the server refused an edit', async () => {
    const { region, device } = await openCentre();
    await enqueueCode('alice', 'WRONG-CODE');
    goOnline(device);
    await region().findByText(new RegExp(messages.codeInvalid));
  });

  it('asks whether a change of rights is done again after a restore of the server', async () => {
    const device = await openDevice('admin');
    const { store, server } = device;
    if (store === null) throw new Error('The admin has no store');
    const args = { userId: 'bob', userName: 'Bob', role: 'admin' } as const;
    const command = { ...envelope(1), userId: 'admin', kind: 'user.setRole', args } as const;
    const state = { state: 'refused', attempts: 2, lastStatus: 409, lastProblem: 'No' } as const;
    const asked = { ...fresh, ...state, order: 1, id: command.id, command, restore: 'undecided' } as const;
    await write(store, [store.outbox], (tx) => tx.outbox.put(asked));
    const { main, press } = await renderScreen(paths.syncCentre, device);
    const card = within(await main.findByRole('listitem'));
    expect(card.getByText('Make Bob an admin')).toBeTruthy();
    expect(card.getByText('Needs you')).toBeTruthy();
    expect(card.getByText(/restored from a backup from before this edit/)).toBeTruthy();
    expect(card.getByRole('button', { name: 'Discard' })).toBeTruthy();
    await press('Send again');
    await waitFor(async () => expect(await listUnsent(store)).toEqual([]));
    const bob = server.deps.db.selectFrom('users').select('role').where('id', '=', 'bob');
    expect(await bob.executeTakeFirst()).toEqual({ role: 'admin' });
  });

  it('says which edits were discarded after a restore of the server', async () => {
    const device = await openLearner();
    const command = { ...envelope(1), kind: 'profile.update', args: { name: 'Alice Marsh' } } as const;
    const state = { state: 'acknowledged', acknowledgedAt: command.createdAt } as const;
    const dropped = { ...fresh, ...state, order: 1, id: command.id, command, restore: 'dropped' } as const;
    await write(device.store, [device.store.outbox], (tx) => tx.outbox.put(dropped));
    const { main } = await renderScreen(paths.syncCentre, device);
    const sent = within(await main.findByRole('region', { name: 'Sent' }));
    expect(sent.getByText(/discarded, because the server was restored from a backup/)).toBeTruthy();
  });

  it('shows the last ten sent edits, and more on request', async () => {
    const device = await openLearner();
    const rows = Array.from({ length: 75 }, (_, index) => {
      const acknowledgedAt = new Date(Date.UTC(2026, 10, 21, 8, 0, index)).toISOString();
      const row = activationRow(index + 1, `course-${index + 1}`, { state: 'acknowledged', acknowledgedAt });
      return { ...row, attempts: 1 };
    });
    await write(device.store, [device.store.outbox], (tx) => tx.outbox.bulkPut(rows));
    const { main, press } = await renderScreen(paths.syncCentre, device);
    const sent = within(await main.findByRole('region', { name: 'Sent' }));
    expect(sent.getAllByRole('listitem')).toHaveLength(10);
    expect(sent.getAllByRole('listitem')[0]?.textContent).toContain('course-75');
    await press('Show more');
    await waitFor(() => expect(sent.getAllByRole('listitem')).toHaveLength(60));
    await press('Show more');
    await waitFor(() => expect(sent.getAllByRole('listitem')).toHaveLength(75));
    expect(sent.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says which edits a restored server may lack, because their text was removed', async () => {
    const device = await openLearner();
    const text = {
      message: 'w'.repeat(3_000),
      name: 'Alice',
      email: 'alice@example.org',
      subject: 'other',
    } as const;
    const command = { ...envelope(1), kind: 'support.request', args: text } as const;
    const state = { state: 'acknowledged', acknowledgedAt: command.createdAt } as const;
    const row = { ...fresh, ...state, order: 1, id: command.id, command } as const;
    await write(device.store, [device.store.outbox], (tx) => tx.outbox.put(row));
    expect(await releaseTexts(device.store, 1)).toBeGreaterThan(3_000);
    await requeueAcknowledged(device.store, 'another epoch');
    const { main } = await renderScreen(paths.syncCentre, device);
    const sent = within(await main.findByRole('region', { name: 'Sent' }));
    expect(sent.getByText(/may be missing, because the server was restored from a backup/)).toBeTruthy();
  });

  it('discards an edit and restores it', async () => {
    const { main, region, items, press, unsent, user } = await openCentre();
    await enqueueProfile('alice', { name: 'Alice Marsh' });
    await waitFor(() => expect(items()).toHaveLength(1));
    // Not while the edit is being sent.
    await user.click(await region().findByRole('button', { name: 'Discard' }));
    const dialog = screen.queryByRole('dialog');
    if (dialog) await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(items()).toEqual([]));
    await press('Undo');
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(await unsent()).toHaveLength(1);
    expect(main.queryByRole('alert')).toBeNull();
  });

  it('retains the actions of an edit during an attempt while offline', async () => {
    const { region, items, unsent, press } = await openCentre();
    let fail = () => {};
    const request = new Promise<never>((_, reject) => {
      fail = () => reject(new TypeError('Failed to fetch'));
    });
    onTestFinished(() => fail());
    vi.stubGlobal('fetch', () => request);
    await enqueueProfile('alice', { name: 'Alice Marsh' });
    await waitFor(async () => expect((await unsent()).map(({ state }) => state)).toEqual(['sending']));
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(region().getByText('Sent when you are connected.')).toBeTruthy();
    expect(region().getByRole('button', { name: 'Retry' })).toBeTruthy();
    await press('Discard');
    await waitFor(() => expect(items()).toEqual([]));
    expect(await unsent()).toEqual([]);
  });

  it('lists what was typed and not saved', async () => {
    const { main } = await openCentre();
    await saveDraft('alice', fieldsDrafts['profile.update'], { name: 'Alice M', avatar: null });
    await waitFor(() => {
      const targets = main.getAllByRole('link').map((link) => link.getAttribute('href'));
      expect(targets).toContain(paths.profile);
    });
  });

  it('imports the unsent work of a file', async () => {
    const { main, items, user } = await openCentre();
    await enqueueProfile('alice', { name: 'Alice Marsh' });
    const { name, text } = await makeUnsentFile('alice');
    await waitFor(() => expect(items()).toHaveLength(1));
    const field = main.getByLabelText(/^file/i);
    await user.upload(field, new File([text], name, { type: 'application/json' }));
    await waitFor(() =>
      expect(
        main
          .getAllByRole('status')
          .map(({ textContent }) => textContent)
          .join(' '),
      ).toMatch(/\d|already/),
    );
    expect(items()).toHaveLength(1);
  });

  it('refuses a file that holds no unsent work', async () => {
    const { main, user } = await openCentre();
    const field = main.getByLabelText(/^file/i);
    await user.upload(field, new File(['{"a":1}'], 'a.json', { type: 'application/json' }));
    expect((await main.findByRole('alert')).textContent).toBe(deviceMessages.outboxFileUnreadable);
  });
});
