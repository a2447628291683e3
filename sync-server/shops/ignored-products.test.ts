import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { IGNORED_ORDER_DAYS } from '#schema/limits.ts';
import { ShopKind } from '#schema/shops/shops.ts';
import { inTransaction } from '../db/transaction.ts';
import { removeExpiredRows } from '../remove-expired-rows.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { listIgnored, stopIgnoring } from './ignored-products.ts';
import { addWaiting, listShops, match, openShop, sendOrder, signed, sold } from './shops-for-test.ts';

const DAY_MS = 24 * 60 * 60_000;

const tryToIgnore = (server: TestServer, sourceId: string, product = 'price_1') =>
  server.request(`/api/admin/shops/${sourceId}/ignored-products`, {
    as: server.people.admin,
    body: { product },
  });

const ignore = async (server: TestServer, sourceId: string, product = 'price_1') =>
  (await tryToIgnore(server, sourceId, product)).read(endpoints.ignoreShopProduct.output);

const tryToStop = (server: TestServer, id: string) =>
  server.request(`/api/admin/ignored-products/${id}`, { as: server.people.admin, method: 'DELETE' });

/** Stops ignoring the only ignored product. */
async function stop(server: TestServer) {
  const [only] = (await listShops(server)).ignored;
  return (await tryToStop(server, only?.id ?? '')).read(endpoints.stopIgnoringProduct.output);
}

const tryToMatch = (server: TestServer, sourceId: string) =>
  server.request(`/api/admin/shops/${sourceId}/products`, {
    as: server.people.admin,
    body: { product: 'price_1', courseId: 'tides' },
  });

const statesIn = async ({ deps: { db } }: TestServer) =>
  (await db.selectFrom('shopOrders').select('state').orderBy('id').execute()).map(({ state }) => state);

describe.each(ShopKind.options)('an ignored product of a shop (%s)', (kind) => {
  it('takes its orders from the list, and later ones neither wait nor get codes, however often they are sent', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind, { isMatched: false });
    expect((await sendOrder(server, shop)).status).toBe(202);
    expect(await ignore(server, shop.id)).toEqual({ ignored: 1 });
    for (const orderId of ['1001', '1002', '1002'])
      expect((await sendOrder(server, shop, { orderId })).status).toBe(200);
    expect(await statesIn(server)).toEqual(['ignored', 'ignored']);
    const { orders, orderCount, ignored } = await listShops(server);
    expect([orders, orderCount]).toEqual([[], 0]);
    expect(ignored).toMatchObject([{ sourceId: shop.id, product: 'price_1', orders: 2 }]);
    expect(await sold(server)).toEqual({ codes: [], mails: [] });
  });

  it('whose order is refunded has nothing to revoke, and the order does not wait again', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, kind, { isMatched: false });
    await ignore(server, shop.id);
    await sendOrder(server, shop);
    for (const isRefund of [true, true, false])
      expect((await sendOrder(server, shop, { isRefund })).status).toBe(200);
    expect(await statesIn(server)).toEqual(['refunded']);
    expect(await stop(server)).toEqual({ waiting: 0 });
    expect((await listShops(server)).orders).toEqual([]);
  });
});

describe('ignoring a product', () => {
  it('twice is the same as once', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 3);
    const replies = await Promise.all([1, 2].map(() => ignore(server, shop.id)));
    expect(replies.reduce((sum, { ignored }) => sum + ignored, 0)).toBe(3);
    expect((await listShops(server)).ignored).toMatchObject([{ orders: 3 }]);
  });

  it('is of one shop and one product: other orders wait', async () => {
    const server = await serverForTest();
    const [shop, other] = [
      await openShop(server, 'woocommerce', { isMatched: false }),
      await openShop(server, 'woocommerce', { isMatched: false }),
    ];
    await ignore(server, shop.id);
    expect((await sendOrder(server, other)).status).toBe(202);
    expect((await sendOrder(server, shop, { product: 'price_2' })).status).toBe(202);
    expect((await sendOrder(server, shop, { orderId: '1002' })).status).toBe(200);
    expect((await listShops(server)).orders.map(({ product }) => product).sort()).toEqual([
      'price_1',
      'price_2',
    ]);
  });

  it('of an order with a course beside it sends the codes of the course', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'standard');
    await ignore(server, shop.id, 'mug');
    const items = [{ product: 'mug' }, { product: 'price_1' }];
    const data = { id: '1001', email: 'buyer@example.org', items };
    const body = JSON.stringify({ type: 'order.paid', data });
    const request = signed(shop, body, { secret: shop.secret, at: server.clock.now() });
    expect((await server.request(shop.path, request)).status).toBe(200);
    expect((await sold(server)).codes).toHaveLength(1);
    expect(await statesIn(server)).toEqual(['ignored', 'sent']);
  });

  it('is refused while it unlocks a course, and an ignored one gets no course, each with what to do', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce');
    const refused = await tryToIgnore(server, shop.id);
    expect([refused.status, refused.refusal.code]).toEqual([409, 'shop_product_assigned']);
    const [product] = (await listShops(server)).products;
    await server.request(`/api/admin/shop-products/${product?.id}`, {
      as: server.people.admin,
      method: 'DELETE',
    });
    expect(await ignore(server, shop.id)).toEqual({ ignored: 0 });
    const matched = await tryToMatch(server, shop.id);
    expect([matched.status, matched.refusal.code]).toEqual([409, 'shop_product_ignored']);
    expect((await sendOrder(server, shop)).status).toBe(200);
    expect((await sold(server)).codes).toEqual([]);
  });

  it('whose course is in the trash is possible, and the restored course sends no codes for it', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const shop = await openShop(server, 'woocommerce');
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('courses').set({ status: 'unpublished' }).where('id', '=', 'tides').execute(),
    );
    await server.request('/api/admin/courses/tides', { as: admin, method: 'DELETE' });
    expect(await ignore(server, shop.id)).toEqual({ ignored: 0 });
    const restored = await server.request('/api/admin/trash/tides/restore', { as: admin, method: 'POST' });
    expect(restored.status).toBe(200);
    expect((await sendOrder(server, shop)).status).toBe(200);
    expect(await statesIn(server)).toEqual(['ignored']);
    expect((await listShops(server)).products).toEqual([]);
  });

  it('is possible for all orders that name no product', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'stripe', { isMatched: false });
    expect((await sendOrder(server, shop, { product: '' })).status).toBe(202);
    expect((await listShops(server)).orders).toMatchObject([{ product: '', state: 'unmatched' }]);
    expect(await ignore(server, shop.id, '')).toEqual({ ignored: 1 });
    expect((await sendOrder(server, shop, { product: '', orderId: '1002' })).status).toBe(200);
    expect((await sendOrder(server, shop, { orderId: '1003' })).status).toBe(202);
  });

  it('of a shop that does not exist is 404, and ends with its shop', async () => {
    const server = await serverForTest();
    expect((await tryToIgnore(server, 'no-such-shop')).status).toBe(404);
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await ignore(server, shop.id);
    await server.request(`/api/admin/shops/${shop.id}`, { as: server.people.admin, method: 'DELETE' });
    expect((await listShops(server)).ignored).toEqual([]);
  });

  it('is in the log with who did it, and names no buyer', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await sendOrder(server, shop);
    await ignore(server, shop.id);
    await stop(server);
    const lines = server.log.filter((line) => /shops: (Ignore|Stop ignoring)/.test(line));
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain(`"userId":"${server.people.admin.id}"`);
    expect(lines[0]).toContain('"product":"price_1"');
    expect(server.log.join()).not.toContain('buyer@example.org');
  });
});

describe('a product that is ignored no longer', () => {
  it('has its orders wait again, and sends their codes only when its course is chosen', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 120);
    await ignore(server, shop.id);
    await addWaiting(server, shop, 5, 'ignored');
    const [ignored] = (await listShops(server)).ignored;
    expect(ignored?.orders).toBe(125);
    expect(await stop(server)).toEqual({ waiting: 125 });
    expect((await tryToStop(server, ignored?.id ?? '')).status).toBe(404);
    expect((await listShops(server)).orderCount).toBe(125);
    expect((await sold(server)).mails).toEqual([]);
    expect(await match(server, shop.id)).toEqual({ sent: 125 });
  });

  it('does not ask again about orders that an admin has decided about', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await sendOrder(server, shop);
    const [order] = (await listShops(server)).orders;
    await server.request(`/api/admin/shop-orders/${order?.id}`, {
      as: server.people.admin,
      body: { action: 'dismiss' },
    });
    expect(await ignore(server, shop.id)).toEqual({ ignored: 0 });
    expect(await stop(server)).toEqual({ waiting: 0 });
    expect(await statesIn(server)).toEqual(['dismissed']);
  });

  it('loses no order when it is ignored again at the same time', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 250);
    await ignore(server, shop.id);
    await Promise.all([stop(server), ignore(server, shop.id), ignore(server, shop.id)]);
    const { ignored, orderCount } = await listShops(server);
    expect(orderCount + (ignored[0]?.orders ?? 0)).toBe(250);
  });

  it('has its later orders wait at once, and the earlier ones too when the server ended in between', async () => {
    const server = await serverForTest();
    const { db } = server.deps;
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await ignore(server, shop.id);
    await addWaiting(server, shop, 120, 'ignored');
    const [ignored] = (await listShops(server)).ignored;
    const at = server.clock.now().toISOString();
    await inTransaction(db, (trx) => stopIgnoring(trx, ignored?.id ?? '', at));
    expect((await sendOrder(server, shop)).status).toBe(202);
    expect((await tryToMatch(server, shop.id)).refusal.code).toBe('shop_product_ignored');
    await removeExpiredRows(server.deps);
    expect((await listShops(server)).orderCount).toBe(121);
    expect(await match(server, shop.id)).toEqual({ sent: 121 });
  });
});

describe('an ignored order', () => {
  it(`is removed with the email of its buyer after ${IGNORED_ORDER_DAYS} days; one that waits is not`, async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 120);
    await ignore(server, shop.id);
    await sendOrder(server, shop, { product: 'price_2' });
    server.clock.advance(IGNORED_ORDER_DAYS * DAY_MS - 1_000);
    await removeExpiredRows(server.deps);
    expect(await statesIn(server)).toHaveLength(121);
    server.clock.advance(2_000);
    await removeExpiredRows(server.deps);
    expect(await statesIn(server)).toEqual(['unmatched']);
    expect(await listIgnored(server.deps.db)).toMatchObject([{ product: 'price_1', orders: 0 }]);
  });
});

describe('the orders that wait', () => {
  it('are counted, and read in pages to the last one', async () => {
    const server = await serverForTest();
    const shop = await openShop(server, 'woocommerce', { isMatched: false });
    await addWaiting(server, shop, 60);
    const first = await listShops(server);
    expect([first.orders.length, first.orderCount]).toEqual([25, 60]);
    const ids = new Set(first.orders.map(({ id }) => id));
    let next = first.ordersNext;
    const sizes: number[] = [];
    while (next !== null) {
      const path = `/api/admin/shop-orders?limit=25&after=${encodeURIComponent(next)}`;
      const reply = await server.request(path, { as: server.people.admin });
      const page = reply.read(endpoints.listWaitingOrders.output);
      for (const { id } of page.orders) ids.add(id);
      sizes.push(page.orders.length);
      next = page.next;
    }
    expect([sizes, ids.size]).toEqual([[25, 10], 60]);
  });

  it.each(['?limit=26', '?limit=0', '?limit=20&after=nonsense'])('are not read by %s', async (query) => {
    const server = await serverForTest();
    const as = server.people.admin;
    expect((await server.request(`/api/admin/shop-orders${query}`, { as })).status).toBe(400);
  });
});
