import * as v from 'valibot';
import { Id, Instant } from '../id.ts';
import { API_CODES_MAX, SHOP_QUANTITY_MAX, SHOP_TEXT_MAX_CHARACTERS } from '../limits.ts';

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

const Name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(SHOP_TEXT_MAX_CHARACTERS));

/** What a shop calls a product, and the course that it unlocks. */
export const ShopProduct = v.object({
  id: Id,
  sourceId: Id,
  product: v.string(),
  courseId: Id,
  courseTitle: v.string(),
});
export type ShopProduct = v.InferOutput<typeof ShopProduct>;

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
 * - `refundUsed`: it was refunded after its code was used.
 */
export const WaitingOrder = v.object({
  id: Id,
  sourceId: Id,
  product: v.string(),
  /** The shop's number of the order. */
  orderId: v.string(),
  /** '' for none that is readable. */
  email: v.string(),
  /** 0 for no whole number. */
  quantity: v.number(),
  receivedAt: Instant,
  state: v.picklist(['unmatched', 'refundUsed']),
});
export type WaitingOrder = v.InferOutput<typeof WaitingOrder>;

/** Whether codes can be sent for an order: shops sell other goods too, without an email or by the thousand. */
export const canSendCodes = ({ email, quantity }: Pick<WaitingOrder, 'email' | 'quantity'>): boolean =>
  email !== '' && quantity >= 1 && quantity <= SHOP_QUANTITY_MAX;

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
  /** Newest first, at most 200. */
  orders: v.array(WaitingOrder),
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

/**
 * - `dismiss`: no code for an unmatched order; the access that a refunded code gave stays.
 * - `remove`: that access is removed.
 */
export const ResolveOrderInput = v.object({ action: v.picklist(['dismiss', 'remove']) });
export type OrderAction = v.InferOutput<typeof ResolveOrderInput>['action'];

export const CreateApiKeyInput = v.object({ id: Id, name: Name });
/** Shown this once. */
export const CreateApiKeyReply = v.object({ key: v.string() });

export const CreateCodesInput = v.object({
  courseId: Id,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(API_CODES_MAX)),
  prefix: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{0,12}$/)), ''),
  /** Of the batch, such as the name of the order. */
  name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SHOP_TEXT_MAX_CHARACTERS)), ''),
});
export type CreateCodesInput = v.InferOutput<typeof CreateCodesInput>;
export const CreateCodesReply = v.object({ batchId: Id, codes: v.array(v.string()) });
