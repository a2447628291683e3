import * as v from 'valibot';
import { Email } from '../account/email.ts';
import { Id, Instant } from '../id.ts';
import { API_CODES_MAX, SHOP_QUANTITY_MAX, SHOP_TEXT_MAX_CHARACTERS } from '../limits.ts';
import { isVisible } from '../visible-text.ts';

/** `standard`: any shop that signs by the Standard Webhooks specification. */
export const ShopKind = v.picklist(['standard', 'stripe', 'woocommerce', 'gumroad']);
export type ShopKind = v.InferOutput<typeof ShopKind>;

/** The name of each kind in the app. */
export const shopKindLabels: Readonly<Record<ShopKind, string>> = {
  standard: 'Standard Webhooks',
  stripe: 'Stripe',
  woocommerce: 'WooCommerce',
  gumroad: 'Gumroad',
};

/** Shops that make their own secret, which an admin enters here. For the others the server makes one. */
export const kindsWithOwnSecret: readonly ShopKind[] = ['standard', 'stripe'];

const Name = v.pipe(v.string(), v.trim(), v.check(isVisible), v.maxLength(SHOP_TEXT_MAX_CHARACTERS));

/** A shop's name for a product, and the course that it unlocks. */
export const ShopProduct = v.object({
  id: Id,
  sourceId: Id,
  product: v.string(),
  courseId: Id,
  courseTitle: v.string(),
});
export type ShopProduct = v.InferOutput<typeof ShopProduct>;

/**
 * A product of a shop that unlocks no course and never will, such as a mug: its orders neither wait nor get codes. No
 * product has a course and is ignored.
 */
export const IgnoredProduct = v.object({
  id: Id,
  sourceId: Id,
  /** '' for all orders that name no product. */
  product: v.string(),
  ignoredAt: Instant,
  /** The ignored orders that are stored, which wait again when the product is ignored no longer. */
  orders: v.number(),
});
export type IgnoredProduct = v.InferOutput<typeof IgnoredProduct>;

/** A shop that sends its orders. Without a secret its orders are refused. `lastEventAt`: its last valid message. */
export const ShopSource = v.object({
  id: Id,
  kind: ShopKind,
  name: v.string(),
  hasSecret: v.boolean(),
  createdAt: Instant,
  lastEventAt: v.nullable(Instant),
});
export type ShopSource = v.InferOutput<typeof ShopSource>;

/**
 * A line of an order that waits for an admin.
 * - `unmatched`: its product unlocks no course yet, or its codes cannot be sent ({@link canSendCodes}); no code was sent.
 * - `raised`: the order was edited, and has more pieces of a line than codes were sent for; `quantity` more.
 * - `bounced`: the mail server of the buyer refused the mail with the codes for good.
 * - `disputed`: the buyer disputes the payment; the codes still work.
 * - `refundUsed`: it was refunded after its code was used.
 * - `unreadable`: not a line, but a message of the shop that Carrel could not read, or that was too large.
 */
export const WaitingOrder = v.object({
  id: Id,
  sourceId: Id,
  /** '' for none: a session of Stripe may name none. */
  product: v.string(),
  /** The shop's number of the order. */
  orderId: v.string(),
  /** '' for none that is readable. */
  email: v.string(),
  /** 0 for no whole number. */
  quantity: v.number(),
  receivedAt: Instant,
  state: v.picklist(['unmatched', 'raised', 'bounced', 'disputed', 'refundUsed', 'unreadable']),
});
export type WaitingOrder = v.InferOutput<typeof WaitingOrder>;

type Sendable = Pick<WaitingOrder, 'product' | 'email' | 'quantity'>;

/** Whether codes can be sent for an order: shops sell other goods too, without an email or by the thousand. */
export const canSendCodes = ({ product, email, quantity }: Sendable): boolean =>
  product !== '' && email !== '' && quantity >= 1 && quantity <= SHOP_QUANTITY_MAX;

/** A key for `POST /api/codes`, without the key itself. */
export const ApiKey = v.object({
  id: Id,
  name: v.string(),
  createdAt: Instant,
  lastUsedAt: v.nullable(Instant),
});
export type ApiKey = v.InferOutput<typeof ApiKey>;

export const ShopsReply = v.object({
  sources: v.array(ShopSource),
  products: v.array(ShopProduct),
  ignored: v.array(IgnoredProduct),
  /** The first page of the orders that wait. */
  orders: v.array(WaitingOrder),
  /** For `after` of the next page; null: there is none. */
  ordersNext: v.nullable(v.string()),
  /** How many orders wait. */
  orderCount: v.number(),
  keys: v.array(ApiKey),
});
export type ShopsReply = v.InferOutput<typeof ShopsReply>;

export const CreateShopInput = v.object({ id: Id, kind: ShopKind, name: Name });

/** `path`: where the shop sends its orders. `secret`: shown this once; null if the shop makes it. */
export const CreateShopReply = v.object({ path: v.string(), secret: v.nullable(v.string()) });
export type CreateShopReply = v.InferOutput<typeof CreateShopReply>;

/** The secret that the shop made. */
export const SetShopSecretInput = v.object({
  secret: v.pipe(v.string(), v.trim(), v.minLength(16), v.maxLength(SHOP_TEXT_MAX_CHARACTERS)),
});

/** The reply counts the waiting orders for which codes were sent. */
export const SetShopProductInput = v.object({ product: Name, courseId: Id });
export const SetShopProductReply = v.object({ sent: v.number() });

/** A page of the orders that wait, newest first. `next`: for `after` of the next page; null: there is none. */
export const WaitingOrdersReply = v.object({ orders: v.array(WaitingOrder), next: v.nullable(v.string()) });

/** '' for all orders that name no product. */
export const IgnoreShopProductInput = v.object({
  product: v.pipe(v.string(), v.trim(), v.maxLength(SHOP_TEXT_MAX_CHARACTERS)),
});
/** How many waiting orders left the list. */
export const IgnoreShopProductReply = v.object({ ignored: v.number() });
/** How many orders wait again. */
export const StopIgnoringReply = v.object({ waiting: v.number() });

/**
 * - `dismiss`: no (further) code or mail is sent, and the access that a refunded or disputed code gave stays.
 * - `remove`: that access is removed, and its codes are revoked.
 * - `send`: the further codes of a raised line; or the codes of a bounced mail, to `email`.
 */
export const ResolveOrderInput = v.variant('action', [
  v.object({ action: v.picklist(['dismiss', 'remove']) }),
  v.object({ action: v.literal('send'), email: v.optional(Email) }),
]);
export type OrderDecision = v.InferOutput<typeof ResolveOrderInput>;

export const CreateApiKeyInput = v.object({ id: Id, name: Name });
/** Shown this once. */
export const CreateApiKeyReply = v.object({ key: v.string() });

export const CreateCodesInput = v.object({
  courseId: Id,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(API_CODES_MAX)),
  prefix: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{0,12}$/)), ''),
  /** The name of the batch, such as that of the order. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SHOP_TEXT_MAX_CHARACTERS)), ''),
});
export type CreateCodesInput = v.InferOutput<typeof CreateCodesInput>;
export const CreateCodesReply = v.object({ batchId: Id, codes: v.array(v.string()) });
