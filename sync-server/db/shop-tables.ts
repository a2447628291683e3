import type { ShopKind } from '#schema/shops/shops.ts';

/** A shop that sends its orders. */
export interface ShopSourceRow {
  readonly id: string;
  readonly kind: ShopKind;
  readonly name: string;
  /** Its signing secret, encrypted; null before an admin entered it. */
  sealedSecret: string | null;
  readonly createdAt: string;
  lastEventAt: string | null;
}

/** What a product of a shop unlocks. */
export interface ShopProductRow {
  readonly id: string;
  readonly sourceId: string;
  /** The shop's name or number of the product. */
  readonly product: string;
  readonly courseId: string;
  /** The batch that its codes are added to; null before the first. */
  batch: string | null;
}

/** A product that unlocks no course and never will. No product of `shopProducts` is one. */
export interface ShopIgnoredProductRow {
  readonly id: string;
  readonly sourceId: string;
  /** '' for all orders that name no product. */
  readonly product: string;
  readonly ignoredAt: string;
  /** Not null: it is ignored no longer, and the last of its ignored orders do not wait yet. */
  endedAt: string | null;
}

/**
 * - `unmatched`: no course is known for the product.
 * - `ignored`: an admin ignores its product; no code is sent, and it does not wait.
 * - `sent`: its codes were created and mailed.
 * - `dismissed`: an admin decided that no code is sent, or that the access stays.
 * - `refunded`: it was refunded; unused codes are revoked.
 * - `refundUsed`: it was refunded after a code was used, and waits for an admin.
 * - `removed`: an admin removed that access.
 * - `raised`: a part of a line that was added to it after its codes were sent; waits for an admin.
 * - `bounced`: its mail was refused for good; waits for an admin.
 * - `disputed`: its payment is disputed; waits for an admin.
 * - `unreadable`: not a line: a message that could not be read; waits for an admin.
 */
export type ShopOrderState =
  | 'unmatched'
  | 'ignored'
  | 'sent'
  | 'dismissed'
  | 'refunded'
  | 'refundUsed'
  | 'removed'
  | 'raised'
  | 'bounced'
  | 'disputed'
  | 'unreadable';

/** A line of an order. The shop's number of the order and its own make it unique. */
export interface ShopOrderRow {
  readonly id: string;
  readonly sourceId: string;
  readonly orderId: string;
  readonly line: string;
  readonly product: string;
  quantity: number;
  /** '' after the buyer deleted their account. */
  email: string;
  readonly receivedAt: string;
  state: ShopOrderState;
}

/** A code that was created for a line of an order. */
export interface ShopOrderCodeRow {
  readonly codeId: string;
  readonly shopOrderId: string;
}

/** A key of a program that creates codes, which is its only right. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the key, in hex. */
  readonly keyHash: string;
  readonly createdAt: string;
  lastUsedAt: string | null;
}
