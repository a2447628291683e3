import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { paths } from '#pwa/paths.ts';
import { type Device, goOffline, openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf } from '#pwa/testing/screens/expectations.ts';
import { renderScreen } from '#pwa/testing/screens/render-screen.ts';
import { messages } from '#schema/messages/messages.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { noteBounce } from '#sync-server/shops/shop-queries.ts';
import {
  addWaiting,
  listShops,
  match,
  openShop,
  sendOrder,
  sold,
} from '#sync-server/shops/shops-for-test.ts';

async function openShops(device: Device) {
  const page = await renderScreen(paths.adminShops, device);
  await page.main.findByRole('heading', { name: 'API keys' });
  const dialog = async () => within(await screen.findByRole('dialog'));
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return { ...page, dialog, closed };
}

describe('a new shop', () => {
  it('shows its address and secret once', async () => {
    const device = await openDevice('admin');
    const { press, dialog, user, main, closed } = await openShops(device);
    await press('Add shop');
    const form = await dialog();
    await user.click(form.getByRole('button', { name: 'Add shop' }));
    expect(problemOf(form.getByLabelText('Name'))).toBe('Enter a name');
    await user.type(form.getByLabelText('Name'), 'Corner shop');
    await user.click(form.getByRole('button', { name: 'Add shop' }));
    await screen.findByText('The secret is shown only once');
    const [source] = (await listShops(device.server)).sources;
    expect(source).toMatchObject({ kind: 'woocommerce', name: 'Corner shop', hasSecret: true });
    const address = `${location.origin}/api/shop/${source?.id}`;
    const [shownAddress, secret] = [...document.querySelectorAll('dialog code')].map(
      (code) => code.textContent,
    );
    expect(shownAddress).toBe(address);
    expect(secret).toMatch(/^[\w-]{43}$/);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await closed();
    await main.findByText(address);
    expect(document.body.textContent).not.toContain(secret);
  });

  it('of a kind that makes its own secret refuses orders until it is entered', async () => {
    const device = await openDevice('admin');
    const { press, dialog, user, main, closed } = await openShops(device);
    await press('Add shop');
    const form = await dialog();
    await user.selectOptions(form.getByLabelText('Kind of shop'), 'Stripe');
    await user.type(form.getByLabelText('Name'), 'Corner shop');
    await user.click(form.getByRole('button', { name: 'Add shop' }));
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await closed();
    await main.findByText('Needs its secret: orders are refused');
    await press('Enter secret');
    const second = await dialog();
    await user.type(second.getByLabelText('Signing secret'), 'whsec_a_secret_of_the_shop_itself');
    await user.click(second.getByRole('button', { name: 'Save' }));
    await closed();
    await main.findByText('No message yet');
    const [source] = (await listShops(device.server)).sources;
    const shop = { id: source?.id ?? '', kind: 'stripe', path: `/api/shop/${source?.id}` } as const;
    const reply = await sendOrder(device.server, { ...shop, secret: 'whsec_a_secret_of_the_shop_itself' });
    expect(reply.status).toBe(202);
  });

  it('is not added without a connection, and its name stays in the form', async () => {
    const device = await openDevice('admin');
    const { press, dialog, user } = await openShops(device);
    await press('Add shop');
    goOffline(device);
    const form = await dialog();
    await user.type(form.getByLabelText('Name'), 'Corner shop');
    await user.click(form.getByRole('button', { name: 'Add shop' }));
    await form.findByText(messages.networkError);
    expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Corner shop');
  });

  it('is removed after a question', async () => {
    const device = await openDevice('admin');
    await openShop(device.server, 'gumroad');
    const { press, dialog, user, main } = await openShops(device);
    await press('Remove shop');
    const question = await dialog();
    await user.click(question.getByRole('button', { name: 'Remove shop' }));
    await main.findByText(/^No shops yet/);
    expect((await listShops(device.server)).sources).toEqual([]);
  });
});

describe('an order that waits', () => {
  it('gets its code when the admin chooses the course of its product', async () => {
    const device = await openDevice('admin');
    const shop = await openShop(device.server, 'woocommerce', { isMatched: false });
    await sendOrder(device.server, shop);
    const { press, dialog, user, main } = await openShops(device);
    await main.findByText(/^The product “price_1” unlocks no course yet/);
    await press('Choose course');
    const form = await dialog();
    expect(form.getByLabelText<HTMLInputElement>('Product').value).toBe('price_1');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(problemOf(form.getByLabelText('Course'))).toBe('Choose a course');
    await form.findAllByRole('option', { name: 'Reading the tides' });
    await user.selectOptions(form.getByLabelText('Course'), 'tides');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await main.findByText('No order waits for you.');
    await main.findByText(/unlocks “Reading the tides”/);
    expect((await sold(device.server)).mails).toEqual([{ recipient: 'buyer@example.org' }]);
  });

  it.each([
    [
      { email: '' },
      /the order has no valid email\. Correct the order in the shop; or, if it is a course, generate codes/,
    ],
    [{ quantity: 101 }, /at most 100 are sent for one product/],
    [{ quantity: 0.5 }, /the quantity is no whole number/],
  ])('says why its codes cannot be sent, and is dismissed: %j', async (order, reason) => {
    const device = await openDevice('admin');
    const shop = await openShop(device.server, 'woocommerce');
    await sendOrder(device.server, shop, order);
    const { press, main } = await openShops(device);
    await main.findByText(reason);
    expect(main.queryByRole('button', { name: 'Choose course' })).toBeNull();
    await press('Send no code');
    await main.findByText('No order waits for you.');
  });

  it('gets none when the admin says so', async () => {
    const device = await openDevice('admin');
    const shop = await openShop(device.server, 'stripe', { isMatched: false });
    await sendOrder(device.server, shop);
    const { press, main } = await openShops(device);
    await press('Send no code');
    await main.findByText('No order waits for you.');
    expect((await sold(device.server)).codes).toEqual([]);
  });

  it('after a refund loses its access when the admin says so', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const shop = await openShop(server, 'gumroad');
    await sendOrder(server, shop);
    const [code] = (await sold(server)).codes;
    const as = server.people.alice;
    await server.request('/api/courses/tides/activate', { as, body: { activationCode: code?.code } });
    await sendOrder(server, shop, { isRefund: true });
    const { press, dialog, user, main } = await openShops(device);
    await main.findByText('This order was refunded after its code was used.');
    await press('Remove access');
    const question = await dialog();
    await user.click(question.getByRole('button', { name: 'Remove access' }));
    await main.findByText('No order waits for you.');
    expect((await server.request('/api/courses/tides/content', { as })).status).toBe(403);
  });
});

describe('a product that unlocks no course', () => {
  it('is ignored with all its orders, listed in its shop, and ignored no longer when the admin says so', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    for (const orderId of ['1001', '1002']) await sendOrder(server, shop, { orderId });
    const { press, dialog, user, main, closed } = await openShops(device);
    const [button] = await main.findAllByRole('button', { name: 'Ignore this product' });
    if (button !== undefined) await user.click(button);
    const question = await dialog();
    question.getByText(/later ones neither wait nor get codes/);
    await user.click(question.getByRole('button', { name: 'Ignore product' }));
    await main.findByText('No order waits for you.');
    const list = within(await main.findByRole('list', { name: 'Ignored products' }));
    list.getByText('price_1');
    list.getByText('2 orders');
    expect((await sendOrder(server, shop, { orderId: '1003' })).status).toBe(200);
    await press('Stop ignoring price_1');
    const end = await dialog();
    end.getByText(/so do the 2 orders of the last 90 days.* No code is sent before you choose the course/);
    await user.click(end.getByRole('button', { name: 'Stop ignoring' }));
    await closed();
    expect(await main.findAllByText(/^The product “price_1” unlocks no course yet/)).toHaveLength(3);
    expect(main.queryByText('Ignored products')).toBeNull();
    expect((await sold(server)).mails).toEqual([]);
  });

  it('is not offered to be ignored while it has a course, and the server says what to do', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await sendOrder(server, shop, { email: '' });
    const { press, dialog, user, main } = await openShops(device);
    await main.findByRole('button', { name: 'Ignore this product' });
    // Another admin chooses its course meanwhile.
    await match(server, shop.id);
    await press('Ignore this product');
    const question = await dialog();
    await user.click(question.getByRole('button', { name: 'Ignore product' }));
    await question.findByText(/Remove the product from its shop first, then ignore it/);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await press(/^Refresh/);
    await main.findByText(/unlocks “Reading the tides”/);
    expect(main.queryByRole('button', { name: 'Ignore this product' })).toBeNull();
  });

  it('gets no course before it is ignored no longer', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await sendOrder(server, shop);
    const { press, dialog, user, main } = await openShops(device);
    await press('Ignore this product');
    await user.click((await dialog()).getByRole('button', { name: 'Ignore product' }));
    await main.findByText('No order waits for you.');
    await press('Add product');
    const form = await dialog();
    await user.type(form.getByLabelText('Product'), 'price_1');
    await form.findAllByRole('option', { name: 'Reading the tides' });
    await user.selectOptions(form.getByLabelText('Course'), 'tides');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText(/Stop ignoring it first/);
    expect(form.getByLabelText<HTMLInputElement>('Product').value).toBe('price_1');
  });

  it('stays as it is without a connection, and the question says so', async () => {
    const device = await openDevice('admin');
    const shop = await openShop(device.server, 'woocommerce', { isMatched: false });
    await sendOrder(device.server, shop);
    const { press, dialog, user, main } = await openShops(device);
    await press('Ignore this product');
    goOffline(device);
    const question = await dialog();
    await user.click(question.getByRole('button', { name: 'Ignore product' }));
    await question.findByText(messages.networkError);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    main.getByRole('button', { name: 'Ignore this product' });
  });

  it('has no name in an order of Stripe without one: all such orders are ignored together', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const shop = await openShop(server, 'stripe', { isMatched: false });
    await sendOrder(server, shop, { product: '' });
    const { press, dialog, user, main } = await openShops(device);
    await main.findByText(/^This order names no product/);
    expect(main.queryByRole('button', { name: 'Choose course' })).toBeNull();
    await press('Ignore orders without a product');
    await user.click((await dialog()).getByRole('button', { name: 'Ignore orders' }));
    await main.findByText('No order waits for you.');
    await main.findByRole('button', { name: 'Stop ignoring orders without a product' });
  });
});

describe('more orders than a page', () => {
  it('are counted and shown on request, and stay shown after a decision', async () => {
    const device = await openDevice('admin');
    const { server } = device;
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 26);
    const { press, user, main } = await openShops(device);
    await main.findByText('The newest 25 of 26 orders are shown.');
    await press('Show more');
    const list = within(main.getByRole('region', { name: 'Orders that wait' }));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(26));
    expect(main.queryByRole('button', { name: 'Show more' })).toBeNull();
    const last = list.getAllByRole('button', { name: 'Send no code' }).at(-1);
    if (last !== undefined) await user.click(last);
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(25));
    expect(main.queryByText(/^The newest/)).toBeNull();
  });
});

describe('the products of a shop', () => {
  it('are added and removed', async () => {
    const device = await openDevice('admin');
    await openShop(device.server, 'woocommerce', { isMatched: false });
    const { press, dialog, user, main, closed } = await openShops(device);
    await press('Add product');
    const form = await dialog();
    await user.type(form.getByLabelText('Product'), '17');
    await form.findAllByRole('option', { name: 'Reading the tides' });
    await user.selectOptions(form.getByLabelText('Course'), 'stars');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await closed();
    await user.click(await main.findByRole('button', { name: 'Remove product 17' }));
    await user.click((await dialog()).getByRole('button', { name: 'Remove product' }));
    await main.findByText(/^No products yet/);
    expect((await listShops(device.server)).products).toEqual([]);
  });
});

describe('an API key', () => {
  it('is shown once, creates codes, and is revoked', async () => {
    const device = await openDevice('admin');
    const { press, dialog, user, main, closed } = await openShops(device);
    await press('Create key');
    const form = await dialog();
    await user.type(form.getByLabelText('Name'), 'Own shop');
    await user.click(form.getByRole('button', { name: 'Create key' }));
    await screen.findByText('The key is shown only once');
    const key = document.querySelector('dialog code')?.textContent ?? '';
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await closed();
    expect(document.body.textContent).not.toContain(key);
    const order = () =>
      device.server.request('/api/codes', {
        ...{ body: { courseId: 'tides', count: 1 }, headers: { Authorization: `Bearer ${key}` } },
      });
    expect((await order()).status).toBe(200);
    await user.click(await main.findByRole('button', { name: 'Revoke key Own shop' }));
    await user.click((await dialog()).getByRole('button', { name: 'Revoke key' }));
    await main.findByText(/^No keys/);
    expect((await order()).status).toBe(401);
  });
});

describe('an order that was not delivered as it was paid', () => {
  it('has the further codes of an edit sent when the admin says so', async () => {
    const device = await openDevice('admin');
    const shop = await openShop(device.server, 'woocommerce');
    await sendOrder(device.server, shop);
    await sendOrder(device.server, shop, { quantity: 3 });
    const { press, main } = await openShops(device);
    await main.findByText(/^The order was edited: there are 2 more pieces/);
    await press('Send 2 more codes');
    await main.findByText('No order waits for you.');
    expect((await sold(device.server)).codes).toHaveLength(3);
  });

  it('is sent again to an address that the admin corrects', async () => {
    const device = await openDevice('admin');
    const { deps } = device.server;
    await sendOrder(device.server, await openShop(device.server, 'woocommerce'));
    const { id } = await deps.db.selectFrom('shopOrders').select('id').executeTakeFirstOrThrow();
    await inTransaction(deps.db, (trx) => noteBounce(trx, id));
    await deps.mails.drain();
    const { press, dialog, user, main, closed } = await openShops(device);
    await main.findByText(/^The mail with the codes was refused for good: buyer@example.org/);
    await press('Send again');
    const form = await dialog();
    const email = form.getByLabelText<HTMLInputElement>('Email of the buyer');
    await user.clear(email);
    await user.type(email, 'nobody');
    await user.click(form.getByRole('button', { name: 'Send' }));
    expect(problemOf(email)).toBe('Please enter a valid email address');
    await user.clear(email);
    await user.type(email, "pat.o'brien@example.org");
    await user.click(form.getByRole('button', { name: 'Send' }));
    await closed();
    await main.findByText('No order waits for you.');
    expect((await sold(device.server)).mails).toEqual([{ recipient: "pat.o'brien@example.org" }]);
  });
});
