import { describe, expect, it } from 'vitest';
import { checkCode } from '#schema/activation/check-code.ts';
import { SHOP_BODY_MAX_BYTES } from '#schema/limits.ts';
import { ShopKind } from '#schema/shops/shops.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { openInbox } from '../testing/inbox.ts';
import { onSqlite } from '../testing/postgres/on-sqlite.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { watchQueries } from '../testing/watched-queries.ts';
import {
  addWaiting,
  bodyOf,
  listShops,
  match,
  openShop,
  sendOrder,
  signed,
  sold,
  type TestShop,
} from './shops-for-test.ts';

const MINUTE_MS = 60_000;
const kinds = ShopKind.options;

/** What each shop sends when a part of the order 1001 is refunded; a standard one has no message for it. */
const partialRefunds: Readonly<Record<ShopKind, string>> = {
  standard: '{"type":"order.partially_refunded","data":{"id":"1001"}}',
  stripe: JSON.stringify({
    type: 'charge.refunded',
    data: { object: { refunded: false, payment_intent: '1001', amount: 1000, amount_refunded: 400 } },
  }),
  woocommerce: JSON.stringify({
    ...{ id: 1001, status: 'processing', billing: { email: 'buyer@example.org' } },
    line_items: [{ id: 7, product_id: 'price_1', quantity: 1 }],
    refunds: [{ id: 9, reason: '', total: '-4.00' }],
  }),
  gumroad: `${bodyOf('gumroad')}&resource_name=refund`,
};

const unlock = (server: TestServer, code: string) =>
  server.request('/api/courses/tides/activate', { as: server.people.alice, body: { activationCode: code } });

const decide = (server: TestServer, orderId: string, action: string) =>
  server.request(`/api/admin/shop-orders/${orderId}`, { as: server.people.admin, body: { action } });

/** The first order that waits for an admin. */
async function waitingOrder(server: TestServer) {
  const [order] = (await listShops(server)).orders;
  if (order === undefined) throw new Error('No order waits');
  return order;
}

describe.each(kinds)('an order of a shop (%s)', (kind) => {
  it('creates a code that unlocks its course, and mails it to the buyer', async () => {
    const inbox = await openInbox();
    const config = { smtpUrl: inbox.url, publicUrl: 'https://academy.example.org' };
    const server = await serverForTest({ config });
    const shop = await openShop(server, kind);
    expect((await sendOrder(server, shop)).status).toBe(200);
    await server.deps.mails.drain();
    const [code] = (await sold(server)).codes;
    expect(checkCode(code?.code ?? '')).toBe('right');
    const [received] = inbox.mails;
    expect(received?.recipients).toEqual(['buyer@example.org']);
    expect(received?.mail.subject).toBe('Your code for “Reading the tides”');
    expect(received?.mail.text).toContain(`https://academy.example.org/activate/tides#code=${code?.code}`);
    expect((await unlock(server, code?.code ?? '')).status).toBe(200);
    const [source] = (await listShops(server)).sources;
    expect(source?.lastEventAt).toBe(server.clock.now().toISOString());
  });

  it('has one code and one mail, however often it is sent, also at the same time', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    const replies = await Promise.all(Array.from({ length: 5 }, () => sendOrder(server, shop)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await sendOrder(server, shop)).status).toBe(200);
    const { codes, mails } = await sold(server);
    expect(codes).toHaveLength(1);
    expect(mails).toEqual([{ recipient: 'buyer@example.org' }]);
  });

  it('has no effect with a wrong signature, and the reply does not tell why', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    const at = server.clock.now();
    const request = signed(shop, bodyOf(kind), { secret: `${shop.secret.slice(0, -4)}AAAA`, at });
    const wrongPath = shop.path.replace(/secret=.*/, `secret=${'A'.repeat(43)}`);
    const replies = [
      await server.request(wrongPath, request),
      await server.request('/api/shop/no-such-shop', request),
      await server.request(shop.path.replace(/\?.*/, ''), { raw: bodyOf(kind) }),
    ];
    for (const reply of replies) expect([reply.status, reply.refusal.code]).toEqual([403, 'shop_refused']);
    expect((await sold(server)).codes).toEqual([]);
    expect((await listShops(server)).orders).toEqual([]);
  });

  it('revokes its unused code when it is refunded, once', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    await sendOrder(server, shop);
    for (const _ of [1, 2]) expect((await sendOrder(server, shop, { isRefund: true })).status).toBe(200);
    const [code] = (await sold(server)).codes;
    expect(code?.revokedAt).toBe(server.clock.now().toISOString());
    expect((await unlock(server, code?.code ?? '')).refusal.code).toBe('code_revoked');
    expect((await sendOrder(server, shop)).status).toBe(200);
    expect((await sold(server)).codes).toHaveLength(1);
  });

  it('keeps its code after a partial refund', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    await sendOrder(server, shop);
    const at = server.clock.now();
    const body = partialRefunds[kind];
    const reply = await server.request(shop.path, signed(shop, body, { secret: shop.secret, at }));
    expect(reply.status).toBe(200);
    expect((await sold(server)).codes).toMatchObject([{ revokedAt: null }]);
  });

  it('gets no code when its refund arrives first', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    for (const isRefund of [true, true, false])
      expect((await sendOrder(server, shop, { isRefund })).status).toBe(200);
    expect(await sold(server)).toEqual({ codes: [], mails: [] });
    expect((await listShops(server)).orders).toEqual([]);
    expect((await sendOrder(server, shop, { orderId: '1002' })).status).toBe(200);
    expect((await sold(server)).codes).toHaveLength(1);
  });

  it('waits for an admin when it is refunded after its code was used', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    await sendOrder(server, shop);
    const [code] = (await sold(server)).codes;
    await unlock(server, code?.code ?? '');
    expect((await sendOrder(server, shop, { isRefund: true })).status).toBe(202);
    const order = await waitingOrder(server);
    expect(order).toMatchObject({ state: 'refundUsed', orderId: '1001', email: 'buyer@example.org' });
    expect((await decide(server, order.id, 'remove')).status).toBe(200);
    expect((await decide(server, order.id, 'remove')).status).toBe(404);
    expect((await listShops(server)).orders).toEqual([]);
    const content = await server.request('/api/courses/tides/content', { as: server.people.alice });
    expect(content.status).toBe(403);
  });
});

describe.each(['standard', 'stripe'] as const)('a signed time (%s)', (kind) => {
  it.each([
    [-5 * MINUTE_MS, 200],
    [5 * MINUTE_MS, 200],
    [-5 * MINUTE_MS - 1_000, 403],
    [5 * MINUTE_MS + 1_000, 403],
  ])('%d ms from now gives %d', async (differenceMs, status) => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    const at = new Date(server.clock.now().getTime() + differenceMs);
    const reply = await server.request(shop.path, signed(shop, bodyOf(kind), { secret: shop.secret, at }));
    expect(reply.status).toBe(status);
  });
});

describe('a shop without its secret', () => {
  it('is refused, also with a signature of an empty secret', async () => {
    const server = await serverForTest();
    const as = server.people.admin;
    const body = { id: 'new-shop', kind: 'stripe', name: 'New' };
    await server.request('/api/admin/shops', { as, body });
    const shop: TestShop = { id: 'new-shop', kind: 'stripe', path: '/api/shop/new-shop', secret: '' };
    expect((await sendOrder(server, shop)).status).toBe(403);
    expect((await listShops(server)).sources).toMatchObject([{ id: 'new-shop', hasSecret: false }]);
  });

  it('takes no part of a secret of Standard Webhooks, and says so at its field', async () => {
    const server = await serverForTest();
    const { id } = await openShop(server, 'standard');
    const put = (secret: string) =>
      server.request(`/api/admin/shops/${id}/secret`, {
        ...{ as: server.people.admin, method: 'PUT', body: { secret } },
      });
    for (const secret of ['whsec_tooShort123', 'a secret with blanks, not base64 at all'])
      expect([(await put(secret)).status, Object.keys((await put(secret)).refusal.fields ?? {})]).toEqual([
        400,
        ['secret'],
      ]);
    expect((await put('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).status).toBe(200);
  });

  it('stores and logs no secret as a text', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce');
    await sendOrder(server, shop);
    await sendOrder(server, { ...shop, secret: 'wrong' });
    const rows = JSON.stringify(await server.deps.db.selectFrom('shopSources').selectAll().execute());
    const [code] = (await sold(server)).codes;
    expect(rows).not.toContain(shop.secret);
    expect(server.log.join()).not.toContain(shop.secret);
    expect(server.log.join()).not.toContain(code?.code ?? '-');
    expect((await listShops(server)).sources[0]).not.toHaveProperty('sealedSecret');
  });
});

describe('an order for which no code can be sent', () => {
  it('of an unknown product gives 202, waits for an admin, and sends its codes once the course is known', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    expect((await sendOrder(server, shop, { quantity: 2 })).status).toBe(202);
    expect((await sendOrder(server, shop, { quantity: 2 })).status).toBe(200);
    await sendOrder(server, shop, { orderId: '1002' });
    expect((await listShops(server)).orders.map(({ state, product }) => `${state} ${product}`)).toEqual([
      'unmatched price_1',
      'unmatched price_1',
    ]);
    expect(await sold(server)).toEqual({ codes: [], mails: [] });
    expect(await match(server, shop.id)).toEqual({ sent: 2 });
    const { codes, mails } = await sold(server);
    expect(codes).toHaveLength(3);
    expect(mails).toHaveLength(2);
    expect(await match(server, shop.id)).toEqual({ sent: 0 });
    expect((await sold(server)).codes).toHaveLength(3);
  });

  it.each([
    ['no email', { email: '' }],
    ['an email that is none', { email: 'nobody' }],
    ['more codes than are sent at once', { quantity: 101 }],
    ['a part of a piece', { quantity: 0.5 }],
  ])('waits as well with %s, so that WooCommerce does not end its webhook', async (_, order) => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce');
    expect((await sendOrder(server, shop, order)).status).toBe(202);
    expect((await sendOrder(server, shop, order)).status).toBe(200);
    expect(await match(server, shop.id)).toEqual({ sent: 0 });
    expect(await sold(server)).toEqual({ codes: [], mails: [] });
    const waiting = await waitingOrder(server);
    expect(waiting).toMatchObject({ state: 'unmatched', product: 'price_1' });
    expect((await decide(server, waiting.id, 'dismiss')).status).toBe(200);
    expect((await listShops(server)).orders).toEqual([]);
  });

  it('is sent once its course is known, with those that came later in the same batch', async () => {
    const server = await serverForTest();
    const { db } = server.deps;
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 60);
    expect(await match(server, shop.id)).toEqual({ sent: 60 });
    await addWaiting(server, shop, 3);
    expect(await match(server, shop.id)).toEqual({ sent: 3 });
    expect((await sold(server)).codes).toHaveLength(63);
    const batches = db.selectFrom('codeBatches').select('count').where('origin', '=', 'shop');
    expect((await batches.execute()).map(({ count }) => Number(count))).toEqual([63]);
  });

  onSqlite(it)('is sent in pieces where many wait, because other writers wait meanwhile', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 60);
    const queries = await watchQueries(server, () => match(server, shop.id));
    expect(queries.filter(({ sql }) => /from "shopOrders".*limit/.test(sql))).toHaveLength(3);
  });

  it('gets no code after it was dismissed or refunded', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await sendOrder(server, shop);
    await sendOrder(server, shop, { orderId: '1002' });
    expect((await sendOrder(server, shop, { orderId: '1002', isRefund: true })).status).toBe(200);
    const order = await waitingOrder(server);
    expect(order.orderId).toBe('1001');
    expect((await decide(server, order.id, 'remove')).status).toBe(404);
    await decide(server, order.id, 'dismiss');
    expect(await match(server, shop.id)).toEqual({ sent: 0 });
    expect((await sold(server)).codes).toEqual([]);
  });
});

describe('the codes of a product', () => {
  it('are in one batch, which a new one replaces after it was revoked', async () => {
    const server = await serverForTest({ courses: [fixtureCourse(), fixtureCourse({ id: 'winds' })] });
    const shop = await openShop(server, 'gumroad');
    for (const orderId of ['1', '2']) await sendOrder(server, shop, { orderId });
    const batches = () =>
      server.deps.db
        .selectFrom('codeBatches')
        .select(['id', 'courseId', 'count', 'name'])
        .where('origin', '=', 'shop')
        .orderBy('id')
        .execute();
    expect(await batches()).toMatchObject([{ courseId: 'tides', count: 2, name: 'Our shop' }]);
    const [first] = await batches();
    const as = server.people.admin;
    await server.request(`/api/admin/codes/${first?.id}/revoked`, {
      as,
      method: 'PUT',
      body: { revoked: true },
    });
    await sendOrder(server, shop, { orderId: '3' });
    await match(server, shop.id, 'winds');
    await sendOrder(server, shop, { orderId: '4' });
    expect((await batches()).map(({ courseId, count }) => `${courseId} ${count}`)).toEqual([
      'tides 2',
      'tides 1',
      'winds 1',
    ]);
  });

  it('stay when their shop is removed', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'stripe');
    await sendOrder(server, shop);
    const [code] = (await sold(server)).codes;
    const removal = { as: server.people.admin, method: 'DELETE' };
    expect((await server.request(`/api/admin/shops/${shop.id}`, removal)).status).toBe(200);
    expect((await sendOrder(server, shop, { orderId: '2' })).status).toBe(403);
    expect((await unlock(server, code?.code ?? '')).status).toBe(200);
  });
});

describe('a message', () => {
  it('over a megabyte is refused before it is verified, and an admin learns of it', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'gumroad');
    const raw = `x=${'a'.repeat(SHOP_BODY_MAX_BYTES - 1)}`;
    expect((await server.request(shop.path, { raw })).status).toBe(413);
    expect((await server.request(shop.path, { raw })).status).toBe(413);
    expect(await listShops(server)).toMatchObject({
      orders: [{ state: 'unreadable', orderId: '', sourceId: shop.id }],
      orderCount: 1,
    });
    const { id } = await waitingOrder(server);
    await decide(server, id, 'dismiss');
    expect((await listShops(server)).orders).toEqual([]);
    expect((await server.request(shop.path, { raw })).status).toBe(413);
    expect(await waitingOrder(server)).toMatchObject({ id });
    expect((await server.request(shop.path, { raw: raw.slice(0, -1) })).status).toBe(202);
  });

  it.each([
    ['standard', '{"type":"order.paid","data":{"id":"1"}}', 202],
    ['standard', 'not JSON', 202],
    ['standard', '{"type":"order.created","data":{"id":"1"}}', 200],
    ['stripe', '{"type":"invoice.paid","data":{"object":{}}}', 200],
    ['stripe', bodyOf('stripe').replace('"paid"', '"unpaid"'), 200],
    ['stripe', bodyOf('stripe', { email: 'no email' }), 202],
    ['stripe', bodyOf('stripe', { product: '' }), 202],
    ['woocommerce', bodyOf('woocommerce').replace('processing', 'on-hold'), 200],
    ['woocommerce', '{"id":1}', 200],
    ['gumroad', 'sale_id=1', 202],
    ['gumroad', 'sale_id=1&resource_name=cancellation', 200],
    ['gumroad', `${bodyOf('gumroad')}&resource_name=sale&is_recurring_charge=true`, 200],
    ['gumroad', `${bodyOf('gumroad')}&resource_name=sale&is_preorder_authorization=true`, 200],
    ['gumroad', `${bodyOf('gumroad')}&resource_name=dispute`, 200],
    [
      'standard',
      bodyOf('standard').replace(
        '"items":[',
        '"items":[{"id":"1","product":"price_1"},{"id":1,"product":"price_2"},',
      ),
      202,
    ],
  ] as const)('of a shop (%s) that is no paid order creates nothing: %s', async (kind, body, status) => {
    const server = await serverForTest();
    const shop = await openShop(server, kind);
    const at = server.clock.now();
    const reply = await server.request(shop.path, signed(shop, body, { secret: shop.secret, at }));
    expect(reply.status).toBe(status);
    expect((await sold(server)).codes).toEqual([]);
  });

  it('that WooCommerce sends unsigned when a webhook is created gets 200', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const ping = await server.request(shop.path, { raw: 'webhook_id=12', headers: form });
    expect(ping.status).toBe(200);
    expect((await server.request(shop.path, { raw: 'webhook_id=12&x=1', headers: form })).status).toBe(403);
  });

  it('without a right signature is limited for each address; those of shops are not', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'gumroad');
    const statuses = async (send: () => Promise<{ readonly status: number }>) => {
      const found = new Set<number>();
      for (let sent = 0; sent < 121; sent += 1) found.add((await send()).status);
      return [...found];
    };
    expect(await statuses(() => sendOrder(server, shop))).toEqual([200]);
    expect(await statuses(() => server.request('/api/shop/no-such-shop', { raw: 'x=1' }))).toEqual([
      403, 429,
    ]);
  });
});
