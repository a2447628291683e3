import { waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { faults } from '#e2e/sync/testing/network.ts';
import { paths } from '#pwa/paths.ts';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { type Device, goOffline, goOnline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf, SILENT_FAILURE } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { helpEndpoints } from '#schema/endpoints/help-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';

const GOOD = {
  name: 'Dora Finch',
  email: 'dora@example.org',
  subject: 'billing',
  orderNumber: 'A-17',
  message: 'Good morning',
};

async function openSupport(device: Device) {
  const page = await renderScreen(paths.support, device);
  const { main, user } = page;
  const fields = {
    name: await main.findByLabelText<HTMLInputElement>('Name'),
    email: main.getByLabelText<HTMLInputElement>('Email'),
    subject: main.getByLabelText<HTMLSelectElement>('Subject'),
    orderNumber: main.getByLabelText<HTMLInputElement>(/order number/i),
    message: main.getByLabelText<HTMLTextAreaElement>('Message'),
  };
  const values = () => Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  const write = async (parts: Partial<typeof GOOD> = {}) => {
    const { subject, ...typed } = { ...GOOD, ...parts };
    await page.fill(fields.name, typed.name);
    await page.fill(fields.email, typed.email);
    if (subject !== '') await user.selectOptions(fields.subject, subject);
    await page.fill(fields.orderNumber, typed.orderNumber);
    await page.fill(fields.message, typed.message);
    return { ...typed, subject };
  };
  const sendRequest = async (parts: Partial<typeof GOOD> = {}) => {
    const typed = await write(parts);
    await page.send(fields.message);
    return typed;
  };
  return { ...page, fields, values, write, sendRequest };
}

const requestsOf = ({ server }: Device) =>
  server.deps.db
    .selectFrom('supportRequests')
    .select(['name', 'email', 'subject', 'orderNumber', 'message'])
    .execute();

describe.each(['visitor', 'alice'] as const)('the support form of %s', (who) => {
  it('sends a request to the server', async () => {
    const device = await openDevice(who);
    const { sendRequest } = await openSupport(device);
    await sendRequest();
    await waitFor(async () => expect(await requestsOf(device)).toEqual([GOOD]));
  });

  it.each([
    ['name', { name: '' }],
    ['email', { email: 'dora at home' }],
    ['subject', { subject: '' }],
    ['message', { message: ' ' }],
  ] as const)('shows the problem with the %s beside its field', async (name, parts) => {
    const device = await openDevice(who);
    const { fields, values, sendRequest } = await openSupport(device);
    const typed = await sendRequest(parts);
    const wrong = Object.entries(fields).filter(([, field]) => problemOf(field) !== '');
    expect(wrong.map(([field]) => field)).toEqual([name]);
    expect(document.activeElement).toBe(fields[name]);
    expect(values()).toEqual(typed);
    expect(await requestsOf(device)).toEqual([]);
  });

  it('sends one request when the button is pressed twice', async () => {
    const device = await openDevice(who);
    const { write, main, user } = await openSupport(device);
    await write();
    await user.dblClick(main.getByRole('button', { name: 'Send request' }));
    await main.findByText('Your request was sent');
    expect(await requestsOf(device)).toEqual([GOOD]);
    expect(device.store === null ? [] : await listUnsent(device.store)).toEqual([]);
  });

  it('keeps what is typed while the request is sent', async () => {
    const device = await openDevice(who);
    const { write, send, fill, fields, main, close } = await openSupport(device);
    await write();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      await held;
      return fetch(...call);
    });
    await send(fields.message);
    await fill(fields.message, 'Good morning, and one more thing');
    release();
    await main.findByText('Your request was sent');
    expect(await requestsOf(device)).toEqual([GOOD]);
    close();
    const { values } = await openSupport(device);
    await waitFor(() => expect(values().message).toBe('Good morning, and one more thing'));
  });

  it('needs no order number', async () => {
    const device = await openDevice(who);
    const { sendRequest } = await openSupport(device);
    await sendRequest({ orderNumber: '' });
    await waitFor(async () => expect(await requestsOf(device)).toEqual([{ ...GOOD, orderNumber: null }]));
  });

  it('restores the text that was typed and not sent', async () => {
    const device = await openDevice(who);
    const first = await openSupport(device);
    const typed = await first.write();
    first.close();
    const second = await openSupport(device);
    await waitFor(() => expect(second.values()).toEqual(typed));
  });
});

describe('the support form', () => {
  it('says that the server fails, and loses nothing', async () => {
    const device = await openDevice('visitor');
    device.network.planAt.set(helpEndpoints.requestSupport.path, SILENT_FAILURE);
    const { main, values, sendRequest } = await openSupport(device);
    const typed = await sendRequest();
    expect((await main.findByRole('alert')).textContent).toBe(messages.supportFailed);
    expect(values()).toEqual(typed);
  });

  it('keeps a visitor’s request while there is no network, and sends it once', async () => {
    const device = await openDevice('visitor');
    device.network.planAt.set(helpEndpoints.requestSupport.path, faults.replyLost);
    const { main, values, sendRequest, send, fields } = await openSupport(device);
    const typed = await sendRequest();
    await waitFor(() => expect(main.getByRole('status').textContent).toContain(messages.networkError));
    expect(values()).toEqual(typed);
    await send(fields.message);
    await waitFor(() => expect(fields.message.isConnected).toBe(false));
    expect(await requestsOf(device)).toEqual([GOOD]);
  });

  it('fills in the name and the email of a learner', async () => {
    const { fields } = await openSupport(await openDevice('alice'));
    expect([fields.name.value, fields.email.value]).toEqual(['alice Ashdown', 'alice@example.org']);
  });

  it('stores a learner’s request offline, and sends it when the network is back', async () => {
    const device = await openDevice('alice');
    goOffline(device);
    const { sendRequest } = await openSupport(device);
    await sendRequest();
    const { store } = device;
    await waitFor(async () => expect(store && (await listUnsent(store))).toHaveLength(1));
    expect(await requestsOf(device)).toEqual([]);
    goOnline(device);
    await waitFor(async () => expect(await requestsOf(device)).toEqual([GOOD]));
  });

  it('says what the server replied to a learner whose request waits', async () => {
    const device = await openDevice('alice');
    const { path } = helpEndpoints.requestSupport;
    for (let sent = 0; sent < 30; sent += 1) await device.server.request(path, { body: GOOD });
    const first = await openSupport(device);
    await first.sendRequest();
    const { store } = device;
    await waitFor(async () => {
      expect(store && (await listUnsent(store))).toMatchObject([{ lastStatus: 429, state: 'waiting' }]);
    });
    first.close();
    const { main } = await renderScreen(paths.support, device);
    await main.findByText(new RegExp(serverMessages.tooManyRequests));
  });
});
