import * as v from 'valibot';
import { Email } from '#schema/account/email.ts';
import { SHOP_TEXT_MAX_CHARACTERS } from '#schema/limits.ts';
import type { ShopKind } from '#schema/shops/shops.ts';

/** A line of a paid order. */
export interface OrderLine {
  /** The shop's number of the line, unique in the order. */
  readonly line: string;
  /** '' for none. */
  readonly product: string;
  /** 0 for no whole number. */
  readonly quantity: number;
}

/** What a message of a shop means, whatever the shop. Other messages mean nothing here. */
export type ShopEvent =
  | {
      readonly kind: 'paid';
      readonly orderId: string;
      /** In small letters; '' for none that is readable. */
      readonly email: string;
      readonly lines: readonly OrderLine[];
    }
  | {
      /** `disputed`: the buyer asked their bank for the money. `undisputed`: the shop won. */
      readonly kind: 'refunded' | 'disputed' | 'undisputed';
      readonly orderId: string;
    }
  | { readonly kind: 'other' };

const other: ShopEvent = { kind: 'other' };

/** Shops number with texts or integers. */
const Reference = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer())]),
  v.transform(String),
  v.trim(),
  v.minLength(1),
  v.maxLength(SHOP_TEXT_MAX_CHARACTERS),
);
/** Null for none that is readable. */
const AnyReference = v.fallback(v.nullable(Reference), null);
/** '' for none that is readable. */
const BuyersEmail = v.fallback(Email, '');
const QUANTITY_MAX = 1_000_000;
/** 0 for what is no whole number. More than codes are sent for is an order that an admin decides about. */
const Quantity = v.fallback(
  v.pipe(v.unknown(), v.transform(Number), v.number(), v.integer(), v.minValue(1), v.maxValue(QUANTITY_MAX)),
  0,
);

/**
 * Reads a message whose signature is right.
 *
 * @returns the event; null for a message that claims to be an order and cannot be read
 */
export function readShopEvent(kind: ShopKind, body: Uint8Array): ShopEvent | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return readers[kind](text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof v.ValiError)
      return null;
    throw error;
  }
}

const readers: Readonly<Record<ShopKind, (text: string) => ShopEvent | null>> = {
  standard: readStandard,
  stripe: readStripe,
  woocommerce: readWooCommerce,
  gumroad: readGumroad,
};

const StandardOrder = v.object({
  id: Reference,
  email: Email,
  items: v.pipe(
    v.array(v.object({ id: v.optional(Reference), product: Reference, quantity: v.optional(Quantity, 1) })),
    v.minLength(1),
    v.maxLength(100),
  ),
});

/** The specification leaves the content open; docs/operations.md says what Carrel reads. */
function readStandard(text: string): ShopEvent | null {
  const { type, data } = v.parse(v.object({ type: v.string(), data: v.unknown() }), JSON.parse(text));
  if (type === 'order.refunded')
    return { kind: 'refunded', orderId: v.parse(v.object({ id: Reference }), data).id };
  if (type !== 'order.paid') return other;
  const { id, email, items } = v.parse(StandardOrder, data);
  const lines = items.map(({ id: line, product, quantity }, at) => ({
    line: line ?? String(at + 1),
    product,
    quantity,
  }));
  // The second of two equal ones would get no code, as if it were a repeat of the first.
  if (new Set(lines.map(({ line }) => line)).size < lines.length) return null;
  return { kind: 'paid', orderId: id, email, lines };
}

const StripeEvent = v.object({ type: v.string(), data: v.object({ object: v.unknown() }) });
const StripeSession = v.object({
  id: Reference,
  mode: v.nullish(v.string()),
  payment_status: v.string(),
  payment_intent: v.nullish(Reference),
  payment_link: v.optional(AnyReference, null),
  metadata: v.nullish(
    v.object({ product: v.optional(AnyReference, null), quantity: v.optional(Quantity, 1) }),
  ),
  customer_email: v.nullish(v.string()),
  customer_details: v.nullish(v.object({ email: v.nullish(v.string()) })),
});
const StripeDispute = v.object({ status: v.string(), payment_intent: v.nullish(Reference) });
/** A lost dispute has given the money back. The status of an inquiry that ended without one is `warning_closed`. */
const disputeEnds: Readonly<Partial<Record<string, 'refunded' | 'undisputed'>>> = {
  lost: 'refunded',
  won: 'undisputed',
  warning_closed: 'undisputed',
};
const StripeCharge = v.object({ refunded: v.boolean(), payment_intent: v.nullish(Reference) });

/**
 * A Checkout session names no quantity but in its metadata, and no products: its payment link does, or the metadata `product`. One without either is an order
 * of something else, or one that was set up wrong. It waits for an admin: after an error Stripe repeats it for days, and
 * then sends nothing more.
 */
function readStripe(text: string): ShopEvent {
  const { type, data } = v.parse(StripeEvent, JSON.parse(text));
  if (type === 'charge.refunded') {
    const { refunded, payment_intent: orderId } = v.parse(StripeCharge, data.object);
    return refunded && orderId ? { kind: 'refunded', orderId } : other;
  }
  if (type === 'charge.dispute.created' || type === 'charge.dispute.closed') {
    const { payment_intent: orderId, status } = v.parse(StripeDispute, data.object);
    const kind = type === 'charge.dispute.created' ? 'disputed' : disputeEnds[status];
    return orderId && kind !== undefined ? { kind, orderId } : other;
  }
  if (type !== 'checkout.session.completed' && type !== 'checkout.session.async_payment_succeeded')
    return other;
  const session = v.parse(StripeSession, data.object);
  // A session of the mode `setup` stores a card and sells nothing.
  if (session.payment_status === 'unpaid' || session.mode === 'setup') return other;
  const email = v.parse(BuyersEmail, session.customer_details?.email ?? session.customer_email);
  const product = session.metadata?.product ?? session.payment_link ?? '';
  const orderId = session.payment_intent ?? session.id;
  return {
    kind: 'paid',
    orderId,
    email,
    lines: [{ line: '1', product, quantity: session.metadata?.quantity ?? 1 }],
  };
}

const WooCommerceOrder = v.object({
  id: Reference,
  status: v.string(),
  // Orders that are entered by hand often have none.
  billing: v.object({ email: BuyersEmail }),
  line_items: v.array(v.object({ id: Reference, product_id: Reference, quantity: Quantity })),
});

function readWooCommerce(text: string): ShopEvent {
  const parsed: unknown = JSON.parse(text);
  if (!v.is(v.object({ status: v.string(), line_items: v.unknown() }), parsed)) return other;
  const { id, status, billing, line_items: items } = v.parse(WooCommerceOrder, parsed);
  if (status === 'refunded') return { kind: 'refunded', orderId: id };
  if (status !== 'processing' && status !== 'completed') return other;
  const lines = items.map(({ id: line, product_id: product, quantity }) => ({ line, product, quantity }));
  return { kind: 'paid', orderId: id, email: billing.email, lines };
}

const GumroadSale = v.object({
  sale_id: Reference,
  product_id: v.optional(Reference),
  product_permalink: v.optional(Reference),
  email: v.optional(v.string()),
  quantity: v.optional(Quantity, 1),
  refunded: v.optional(v.string()),
  resource_name: v.optional(v.string()),
  is_recurring_charge: v.optional(v.string()),
  is_preorder_authorization: v.optional(v.string()),
});

/**
 * A form, not JSON. Partial refunds are messages of the resource `refund` too, with `refunded=false`. A later payment of
 * a membership is a sale with a number of its own, but its member has a code. A preorder is another sale when it is paid.
 */
function readGumroad(text: string): ShopEvent {
  const sale = v.parse(GumroadSale, Object.fromEntries(new URLSearchParams(text)));
  const orderId = sale.sale_id;
  if (sale.refunded === 'true') return { kind: 'refunded', orderId };
  if (sale.resource_name === 'dispute') return { kind: 'disputed', orderId };
  if (sale.resource_name === 'dispute_won') return { kind: 'undisputed', orderId };
  if ((sale.resource_name ?? 'sale') !== 'sale') return other;
  if (sale.is_recurring_charge === 'true' || sale.is_preorder_authorization === 'true') return other;
  const product = v.parse(Reference, sale.product_id ?? sale.product_permalink);
  return {
    kind: 'paid',
    orderId,
    email: v.parse(Email, sale.email),
    lines: [{ line: '1', product, quantity: sale.quantity }],
  };
}
