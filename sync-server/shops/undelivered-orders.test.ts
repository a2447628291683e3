import { describe, expect, it } from 'vitest';
import type { OrderDecision } from '#schema/shops/shops.ts';
import { openInbox } from '../testing/inbox.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { bodyOf, listShops, openShop, sendOrder, signed, sold, type TestShop } from './shops-for-test.ts';

const decide = async (server: TestServer, body: OrderDecision) => {
  const [order] = (await listShops(server)).orders;
  return server.request(`/api/admin/shop-orders/${order?.id}`, { as: server.people.admin, body });
};
const waiting = async (server: TestServer) =>
  (await listShops(server)).orders.map(({ state, quantity, email }) => ({ state, quantity, email }));
const buyer = 'buyer@example.org';

describe('an order that is edited after its codes were sent', () => {
  async function world(first: { quantity?: number; email?: string } = {}) {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce');
    await sendOrder(server, shop, first);
    return { server, shop };
  }

  it('waits with the pieces that were added, and they get codes when an admin says so', async () => {
    const { server, shop } = await world();
    expect((await sendOrder(server, shop, { quantity: 3 })).status).toBe(202);
    expect((await sendOrder(server, shop, { quantity: 3 })).status).toBe(200);
    expect(await waiting(server)).toEqual([{ state: 'raised', quantity: 2, email: buyer }]);
    expect((await sold(server)).codes).toHaveLength(1);
    expect((await decide(server, { action: 'send' })).status).toBe(200);
    expect(await waiting(server)).toEqual([]);
    expect((await sold(server)).codes).toHaveLength(3);
    expect((await sold(server)).mails).toHaveLength(2);
    expect((await sendOrder(server, shop, { quantity: 3 })).status).toBe(200);
    expect((await sendOrder(server, shop, { quantity: 2 })).status).toBe(200);
    expect((await sendOrder(server, shop, { quantity: 4 })).status).toBe(202);
    expect(await waiting(server)).toEqual([{ state: 'raised', quantity: 1, email: buyer }]);
    expect((await decide(server, { action: 'dismiss' })).status).toBe(200);
    expect((await sendOrder(server, shop, { quantity: 4 })).status).toBe(200);
    expect((await sold(server)).codes).toHaveLength(3);
  });

  it('gets its codes when the edit corrects why it waited', async () => {
    const { server, shop } = await world({ email: 'no email', quantity: 101 });
    expect(await waiting(server)).toEqual([{ state: 'unmatched', quantity: 101, email: '' }]);
    expect((await sendOrder(server, shop, { quantity: 2 })).status).toBe(200);
    expect(await waiting(server)).toEqual([]);
    expect((await sold(server)).codes).toHaveLength(2);
    expect((await sold(server)).mails).toEqual([{ recipient: buyer }]);
  });

  it('gets nothing more after it was refunded', async () => {
    const { server, shop } = await world();
    await sendOrder(server, shop, { quantity: 2 });
    await sendOrder(server, shop, { isRefund: true });
    expect(await waiting(server)).toEqual([]);
    expect((await sendOrder(server, shop, { quantity: 3 })).status).toBe(200);
    expect(await waiting(server)).toEqual([]);
  });
});

describe('a mail with codes that is refused for good', () => {
  it('has its order wait, and is sent again to the address that an admin enters', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    const shop = await openShop(server, 'woocommerce');
    inbox.refuseRecipient(buyer, 550);
    await sendOrder(server, shop);
    await server.deps.mails.drain();
    expect(await waiting(server)).toEqual([{ state: 'bounced', quantity: 1, email: buyer }]);
    server.clock.advance(24 * 60 * 60_000);
    await server.deps.mails.drain();
    expect(inbox.mails).toEqual([]);
    expect((await decide(server, { action: 'send', email: "Pat.O'Brien@example.org" })).status).toBe(200);
    await server.deps.mails.drain();
    expect(await waiting(server)).toEqual([]);
    const { codes } = await sold(server);
    expect(codes).toHaveLength(1);
    expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([["pat.o'brien@example.org"]]);
    expect(inbox.mails[0]?.mail.text).toContain(codes[0]?.code);
  });

  it('whose refusal is temporary is tried again, and does not wait for an admin', async () => {
    const inbox = await openInbox();
    const server = await serverForTest({ config: { smtpUrl: inbox.url } });
    const shop = await openShop(server, 'woocommerce');
    inbox.refuseRecipient(buyer, 450);
    await sendOrder(server, shop);
    await server.deps.mails.drain();
    expect(await waiting(server)).toEqual([]);
    inbox.refuseRecipient(buyer, null);
    server.clock.advance(60_000);
    await server.deps.mails.drain();
    expect(inbox.mails).toHaveLength(1);
  });
});

describe('an order whose payment is disputed', () => {
  const dispute = (server: TestServer, shop: TestShop, type: string, status: string) => {
    const body = JSON.stringify({
      type: `charge.dispute.${type}`,
      data: { object: { status, payment_intent: '1001' } },
    });
    return server.request(shop.path, signed(shop, body, { secret: shop.secret, at: server.clock.now() }));
  };
  async function world() {
    const server = await serverForTest();
    const shop = await openShop(server, 'stripe');
    await sendOrder(server, shop);
    const [code] = (await sold(server)).codes;
    const unlock = () =>
      server.request('/api/courses/tides/activate', {
        as: server.people.alice,
        body: { activationCode: code?.code ?? '' },
      });
    return { server, shop, unlock };
  }

  it('waits, and its access is removed when an admin says so', async () => {
    const { server, shop, unlock } = await world();
    await unlock();
    expect((await dispute(server, shop, 'created', 'needs_response')).status).toBe(202);
    expect(await waiting(server)).toMatchObject([{ state: 'disputed' }]);
    expect((await decide(server, { action: 'remove' })).status).toBe(200);
    const content = await server.request('/api/courses/tides/content', { as: server.people.alice });
    expect(content.status).toBe(403);
  });

  it('waits no longer once the shop has won, and its code works all the time', async () => {
    const { server, shop, unlock } = await world();
    await dispute(server, shop, 'created', 'needs_response');
    expect((await dispute(server, shop, 'closed', 'won')).status).toBe(200);
    expect(await waiting(server)).toEqual([]);
    expect((await unlock()).status).toBe(200);
  });

  it('is one that was refunded once the shop has lost', async () => {
    const { server, shop, unlock } = await world();
    await dispute(server, shop, 'created', 'needs_response');
    expect((await dispute(server, shop, 'closed', 'lost')).status).toBe(200);
    expect(await waiting(server)).toEqual([]);
    expect((await unlock()).refusal.code).toBe('code_revoked');
  });
});

it('a signed message that cannot be read waits with the number of its order', async () => {
  const server = await serverForTest();
  const shop = await openShop(server, 'woocommerce');
  const body = bodyOf('woocommerce').replace('"billing":{', '"billed":{');
  const send = () =>
    server.request(shop.path, signed(shop, body, { secret: shop.secret, at: server.clock.now() }));
  expect((await send()).status).toBe(202);
  expect((await send()).status).toBe(202);
  expect((await listShops(server)).orders).toMatchObject([{ state: 'unreadable', orderId: '1001' }]);
  expect((await sendOrder(server, shop)).status).toBe(200);
  expect((await sold(server)).codes).toHaveLength(1);
  expect((await decide(server, { action: 'dismiss' })).status).toBe(200);
  expect(await waiting(server)).toEqual([]);
});
