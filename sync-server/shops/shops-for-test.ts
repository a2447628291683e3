import { createHmac, randomUUID } from 'node:crypto';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import type { ShopKind } from '#schema/shops/shops.ts';
import { inTransaction } from '../db/transaction.ts';
import type { RequestOptions } from '../testing/test-request.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Made by the shop. */
const SHOP_SECRETS: Partial<Record<ShopKind, string>> = {
  standard: `whsec_${Buffer.from('a secret of the shop itself').toString('base64')}`,
  stripe: 'whsec_a_secret_of_the_shop_itself',
};

export interface TestShop {
  readonly id: string;
  readonly kind: ShopKind;
  readonly path: string;
  readonly secret: string;
}

/** A shop whose product `price_1` unlocks the course tides, unless told otherwise. */
export async function openShop(
  server: TestServer,
  kind: ShopKind,
  { isMatched = true } = {},
): Promise<TestShop> {
  const id = randomUUID();
  const as = server.people.admin;
  const created = await server.request('/api/admin/shops', { as, body: { id, kind, name: 'Our shop' } });
  const { path, secret } = created.read(endpoints.createShop.output);
  const own = SHOP_SECRETS[kind];
  if (own !== undefined)
    await server.request(`/api/admin/shops/${id}/secret`, { as, method: 'PUT', body: { secret: own } });
  if (isMatched) await match(server, id);
  return { id, kind, path, secret: own ?? secret ?? '' };
}

/** Sets the course of the product `price_1`. */
export async function match(server: TestServer, sourceId: string, courseId = 'tides') {
  const reply = await server.request(`/api/admin/shops/${sourceId}/products`, {
    as: server.people.admin,
    body: { product: 'price_1', courseId },
  });
  return reply.read(endpoints.setShopProduct.output);
}

interface Order {
  readonly orderId?: string;
  readonly product?: string;
  readonly quantity?: number;
  readonly email?: string;
  readonly isRefund?: boolean;
}

/** The body that a shop sends for an order. */
export function bodyOf(kind: ShopKind, order: Order = {}): string {
  const {
    orderId = '1001',
    product = 'price_1',
    quantity = 1,
    email = 'buyer@example.org',
    isRefund = false,
  } = order;
  switch (kind) {
    case 'standard':
      return isRefund
        ? JSON.stringify({ type: 'order.refunded', data: { id: orderId } })
        : JSON.stringify({
            type: 'order.paid',
            data: { id: orderId, email, items: [{ product, quantity }] },
          });
    case 'stripe':
      return isRefund
        ? stripeEvent('charge.refunded', { refunded: true, payment_intent: orderId })
        : stripeEvent('checkout.session.completed', {
            ...{ id: 'cs_1', payment_status: 'paid', payment_intent: orderId, payment_link: product },
            ...{ metadata: {}, customer_email: null, customer_details: { email } },
          });
    case 'woocommerce':
      return JSON.stringify({
        ...{ id: Number(orderId), status: isRefund ? 'refunded' : 'processing', billing: { email } },
        line_items: [{ id: 7, product_id: product, quantity }],
      });
    case 'gumroad':
      return new URLSearchParams({
        ...{ sale_id: orderId, product_id: product, email, quantity: String(quantity) },
        refunded: String(isRefund),
      }).toString();
  }
}

const stripeEvent = (type: string, object: object) => JSON.stringify({ type, data: { object } });

/** The request of a shop, signed with its secret, or with another one, now or at another time. */
export function signed(
  { kind }: Pick<TestShop, 'kind'>,
  body: string,
  { secret, at }: { readonly secret: string; readonly at: Date },
): RequestOptions {
  return { raw: body, headers: { 'Content-Type': 'text/plain', ...signatureOf(kind, body, { secret, at }) } };
}

function signatureOf(
  kind: ShopKind,
  body: string,
  { secret, at }: { secret: string; at: Date },
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  switch (kind) {
    case 'standard': {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = mac(key, `msg_1.${seconds}.${body}`).toString('base64');
      return {
        ...{ 'Webhook-Id': 'msg_1', 'Webhook-Timestamp': seconds },
        'Webhook-Signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
      };
    }
    case 'stripe':
      return {
        'Stripe-Signature': `t=${seconds},v1=${mac(secret, `${seconds}.${body}`).toString('hex')},v0=00`,
      };
    case 'woocommerce':
      return { 'X-WC-Webhook-Signature': mac(secret, body).toString('base64') };
    case 'gumroad':
      return {};
  }
}

/** Sends an order as the shop does. */
export function sendOrder(server: TestServer, shop: TestShop, order: Order = {}) {
  const at = server.clock.now();
  return server.request(shop.path, signed(shop, bodyOf(shop.kind, order), { secret: shop.secret, at }));
}

/** As many orders of the product `price_1` that wait for its course, or are ignored. */
export async function addWaiting(
  { deps: { db, clock } }: TestServer,
  shop: TestShop,
  count: number,
  state: 'unmatched' | 'ignored' = 'unmatched',
): Promise<void> {
  const receivedAt = clock.now().toISOString();
  const order = { sourceId: shop.id, line: '1', product: 'price_1', quantity: 1, receivedAt };
  const rows = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { ...order, id, orderId: id, email: 'buyer@example.org', state };
  });
  await inTransaction(db, (trx) => trx.insertInto('shopOrders').values(rows).execute());
}

export async function listShops(server: TestServer) {
  const reply = await server.request('/api/admin/shops', { as: server.people.admin });
  return reply.read(endpoints.listShops.output);
}

/** The codes that were created for orders, and the mails about them. */
export async function sold({ deps: { db } }: TestServer) {
  const codes = await db
    .selectFrom('activationCodes')
    .innerJoin('shopOrderCodes', 'shopOrderCodes.codeId', 'activationCodes.id')
    .select(['activationCodes.id', 'code', 'courseId', 'revokedAt', 'uses'])
    .orderBy('activationCodes.id')
    .execute();
  const mails = await db.selectFrom('mails').select('recipient').where('kind', '=', 'shopCodes').execute();
  return { codes, mails };
}
