import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ShopKind } from '#schema/shops/shops.ts';
import { readShopEvent } from './shop-events.ts';
import { isFromShop } from './verify-signature.ts';

const read = (kind: ShopKind, body: string) => readShopEvent(kind, Buffer.from(body));

/** As in the reference of the Stripe API, "The Checkout Session object" and "The Charge object", shortened. */
const session = {
  ...{ id: 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u', object: 'checkout.session' },
  ...{ amount_total: 2198, client_reference_id: null, currency: 'usd', customer: null, customer_email: null },
  customer_details: {
    ...{ address: { city: null, country: 'US' }, email: 'Jenny@Example.com', name: 'Jenny Rosen' },
    ...{ phone: null, tax_exempt: 'none', tax_ids: [] },
  },
  ...{ livemode: false, metadata: {}, mode: 'payment', payment_intent: 'pi_1PgafyB7WZ01zgkWGlTGZAXy' },
  ...{ payment_link: 'plink_1Nv0', payment_status: 'paid', status: 'complete', subscription: null },
};
const charge = {
  ...{ id: 'ch_3MmlLrLkdIwHu7ix0snN0B15', object: 'charge', amount: 1099, amount_refunded: 1099 },
  ...{ payment_intent: 'pi_1PgafyB7WZ01zgkWGlTGZAXy', refunded: true, status: 'succeeded' },
};
const stripeEvent = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', api_version: '2024-06-20', type, data: { object } });

/** As in the reference of the REST API of WooCommerce, "Order properties", shortened. */
const wooOrder = {
  ...{ id: 727, parent_id: 0, number: '727', order_key: 'wc_order_58d2d042d1d', created_via: 'rest-api' },
  ...{ version: '3.0.0', status: 'processing', currency: 'USD', total: '29.35', customer_id: 0 },
  billing: { first_name: 'John', last_name: 'Doe', country: 'US', email: 'john.doe@example.com', phone: '' },
  line_items: [
    { id: 315, name: 'Woo Single #1', product_id: 93, variation_id: 0, quantity: 2, total: '6.00', sku: '' },
    { id: 316, name: 'Ship Your Idea', product_id: 22, variation_id: 23, quantity: 1, total: '12.00' },
  ],
  ...{ refunds: [], set_paid: true },
};

/** The parameters of gumroad.com/ping. */
const ping = {
  ...{
    sale_id: 'FO8TXN-dbxYaBdahG97Y-Q==',
    sale_timestamp: '2026-11-26T09:00:00Z',
    order_number: '524459935',
  },
  ...{
    seller_id: 'kL0psVL2admJSYRNs-OCMg==',
    product_id: '32-nPAicqbLj8B_WswVlMw==',
    short_product_id: 'QMGY',
  },
  ...{
    product_permalink: 'https://sahil.gumroad.com/l/QMGY',
    product_name: 'Tides',
    email: 'calvin@gumroad.com',
  },
  ...{
    price: '100',
    currency: 'usd',
    quantity: '1',
    'url_params[source]': 'mail',
    'card[visual]': '**** 4242',
  },
  ...{ test: 'true', refunded: 'false', disputed: 'false', dispute_won: 'false', resource_name: 'sale' },
};
const form = (changes: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({ ...ping, ...changes }).toString();

describe('a documented message', () => {
  it('of Stripe is an order by its payment, and its refund is one of the same payment', () => {
    const orderId = 'pi_1PgafyB7WZ01zgkWGlTGZAXy';
    const paid = {
      ...{ kind: 'paid', orderId, email: 'jenny@example.com' },
      lines: [{ line: '1', product: 'plink_1Nv0', quantity: 1 }],
    };
    for (const type of ['checkout.session.completed', 'checkout.session.async_payment_succeeded'])
      expect(read('stripe', stripeEvent(type, session))).toEqual(paid);
    expect(read('stripe', stripeEvent('charge.refunded', charge))).toEqual({ kind: 'refunded', orderId });
    const part = { ...charge, amount_refunded: 400, refunded: false };
    expect(read('stripe', stripeEvent('charge.refunded', part))).toEqual({ kind: 'other' });
    const unpaid = { ...session, payment_status: 'unpaid' };
    expect(read('stripe', stripeEvent('checkout.session.completed', unpaid))).toEqual({ kind: 'other' });
  });

  it('has the email of the buyer as accounts have it', () => {
    const emailOf = (email: string) =>
      read('woocommerce', JSON.stringify({ ...wooOrder, billing: { ...wooOrder.billing, email } }));
    expect(emailOf("Pat.O'Brien@Example.org")).toMatchObject({ email: "pat.o'brien@example.org" });
    expect(emailOf('anna@münchen.example')).toMatchObject({ email: 'anna@xn--mnchen-3ya.example' });
  });

  it('of Stripe about a dispute is one of the payment', () => {
    const orderId = 'pi_1PgafyB7WZ01zgkWGlTGZAXy';
    const dispute = { ...{ id: 'du_1', object: 'dispute', amount: 1099 }, payment_intent: orderId };
    const about = (type: string, status: string) =>
      read('stripe', stripeEvent(`charge.dispute.${type}`, { ...dispute, status }));
    expect(about('created', 'needs_response')).toEqual({ kind: 'disputed', orderId });
    expect(about('updated', 'under_review')).toEqual({ kind: 'other' });
    expect(about('closed', 'won')).toEqual({ kind: 'undisputed', orderId });
    expect(about('closed', 'warning_closed')).toEqual({ kind: 'undisputed', orderId });
    expect(about('closed', 'lost')).toEqual({ kind: 'refunded', orderId });
  });

  it('of Stripe has the quantity that its metadata names', () => {
    const quantityOf = (metadata: object) =>
      read('stripe', stripeEvent('checkout.session.completed', { ...session, metadata }));
    expect(quantityOf({ quantity: '3' })).toMatchObject({ lines: [{ quantity: 3 }] });
    expect(quantityOf({ quantity: 'three' })).toMatchObject({ lines: [{ quantity: 0 }] });
  });

  it('of Stripe is an order that names no product, or no buyer, if the session has none', () => {
    const nameless = { ...session, payment_link: null };
    const order = { kind: 'paid', orderId: session.payment_intent, email: 'jenny@example.com' };
    const lines = [{ line: '1', product: '', quantity: 1 }];
    for (const metadata of [{}, null, { product: '' }, { product: 'x'.repeat(201) }, { order: '6735' }])
      expect(read('stripe', stripeEvent('checkout.session.completed', { ...nameless, metadata }))).toEqual({
        ...order,
        lines,
      });
    for (const customer_details of [null, { email: null }, { email: 'no email' }])
      expect(
        read('stripe', stripeEvent('checkout.session.completed', { ...nameless, customer_details })),
      ).toEqual({ ...order, email: '', lines });
    const setUp = { ...nameless, mode: 'setup', payment_status: 'no_payment_required' };
    expect(read('stripe', stripeEvent('checkout.session.completed', setUp))).toEqual({ kind: 'other' });
  });

  it('of WooCommerce is an order with a line for each product', () => {
    const lines = [
      { line: '315', product: '93', quantity: 2 },
      { line: '316', product: '22', quantity: 1 },
    ];
    const paid = { kind: 'paid', orderId: '727', email: 'john.doe@example.com', lines };
    expect(read('woocommerce', JSON.stringify(wooOrder))).toEqual(paid);
    for (const status of ['pending', 'on-hold', 'cancelled', 'failed', 'trash'])
      expect(read('woocommerce', JSON.stringify({ ...wooOrder, status }))).toEqual({ kind: 'other' });
    const refunded = JSON.stringify({ ...wooOrder, status: 'refunded' });
    expect(read('woocommerce', refunded)).toEqual({ kind: 'refunded', orderId: '727' });
    // What `order.deleted` sends.
    expect(read('woocommerce', '{"id":727}')).toEqual({ kind: 'other' });
  });

  it('of Gumroad is an order of one product', () => {
    const orderId = 'FO8TXN-dbxYaBdahG97Y-Q==';
    expect(read('gumroad', form())).toEqual({
      ...{ kind: 'paid', orderId, email: 'calvin@gumroad.com' },
      lines: [{ line: '1', product: '32-nPAicqbLj8B_WswVlMw==', quantity: 1 }],
    });
    const refund = form({ resource_name: 'refund', refunded: 'true' });
    expect(read('gumroad', refund)).toEqual({ kind: 'refunded', orderId });
    for (const [resource, kind] of [
      ['dispute', 'disputed'],
      ['dispute_won', 'undisputed'],
    ] as const)
      expect(read('gumroad', form({ resource_name: resource }))).toEqual({ kind, orderId: ping.sale_id });
    for (const resource of ['cancellation', 'subscription_ended', 'refund'])
      expect(read('gumroad', form({ resource_name: resource }))).toEqual({ kind: 'other' });
  });
});

/** docs.stripe.com/webhooks, "Verify webhook signatures manually". */
describe('a signature of Stripe', () => {
  const body = stripeEvent('checkout.session.completed', session);
  const secret = 'whsec_example';
  const seconds = 1_492_774_577;
  const sign = (key: string) => createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  const v0 = '6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39';
  const verify = (header: string, now = seconds) =>
    isFromShop(
      'stripe',
      {
        header: (name) => (name === 'Stripe-Signature' ? header : undefined),
        ...{ body: Buffer.from(body), secretInAddress: undefined },
      },
      { secret, now: new Date(now * 1_000) },
    );

  it.each([
    ['beside one of the scheme v0', `t=${seconds},v1=${sign(secret)},v0=${v0}`],
    ['after that of the secret before', `t=${seconds},v1=${sign('whsec_old')},v1=${sign(secret)}`],
  ])('holds %s', (_, header) => {
    expect(verify(header)).toBe(true);
    expect(verify(header, seconds + 301)).toBe(false);
  });

  it.each([
    ['of another secret', `t=${seconds},v1=${sign('whsec_old')}`],
    ['of the scheme v0 only', `t=${seconds},v0=${sign(secret)}`],
    ['for another time', `t=${seconds + 1},v1=${sign(secret)}`],
    ['without a time', `v1=${sign(secret)}`],
    ['cut off', `t=${seconds},v1=${sign(secret).slice(0, 62)}`],
  ])('does not hold %s', (_, header) => {
    expect(verify(header)).toBe(false);
  });
});
