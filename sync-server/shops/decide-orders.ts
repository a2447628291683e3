import { v7 as uuidv7 } from 'uuid';
import type { OrderDecision } from '#schema/shops/shops.ts';
import { hasCourse } from '../codes/add-codes-queries.ts';
import type { ShopOrderRow, ShopOrderState } from '../db/shop-tables.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { removeUndelivered } from '../mail/mail-queries.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import { findIgnored } from './ignored-products.ts';
import { removeRefundedAccess } from './refund-order.ts';
import {
  correctOrder,
  findProduct,
  findSource,
  listOrderCodes,
  listSendable,
  setOrderState,
  setProduct,
} from './shop-queries.ts';
import { findSendable, mailCodes, sendCodes } from './take-order.ts';

interface Match {
  readonly sourceId: string;
  readonly product: string;
  readonly courseId: string;
  /** ISO time. */
  readonly at: string;
}

/** Sets the course of a product. The orders that wait for it: {@link sendWaiting}. */
export async function matchProduct(trx: Trx, match: Omit<Match, 'at'>): Promise<void> {
  if ((await findSource(trx, match.sourceId)) === undefined) throw new ApiError('shop_not_found');
  if (!(await hasCourse(trx, match.courseId))) throw new ApiError('course_not_found');
  if ((await findIgnored(trx, match)) !== undefined) throw new ApiError('shop_product_ignored');
  await setProduct(trx, { ...match, id: uuidv7(), batch: null });
}

/** So many take some 50 ms of database time; other writers get a turn in between. */
const ORDERS_AT_ONCE = 25;

/**
 * Sends the codes of the orders that wait for a product, some at a time in a transaction of their own. Returns how many
 * were sent. What is left when the server ends in between still waits, until the course is chosen again.
 */
export async function sendWaiting(deps: Deps, product: Omit<Match, 'courseId'>): Promise<number> {
  let sent = 0;
  for (;;) {
    const count = await inTransaction(deps.db, (trx) => sendSome(trx, deps, product));
    sent += count;
    if (count < ORDERS_AT_ONCE) return sent;
    await untilNextTurn();
  }
}

async function sendSome(trx: Trx, deps: Deps, { sourceId, product, at }: Omit<Match, 'courseId'>) {
  const source = await findSource(trx, sourceId);
  if (source === undefined) return 0;
  const orders = await listSendable(trx, { sourceId, product }, ORDERS_AT_ONCE);
  for (const order of orders) {
    // Read each time: the first one begins the batch of the product.
    const found = await findProduct(trx, { sourceId, product });
    if (found === undefined) return 0;
    await setOrderState(trx, order.id, 'sent');
    await sendCodes(trx, deps, order, { source, at, product: found });
  }
  return orders.length;
}

interface Decision {
  readonly id: string;
  readonly decision: OrderDecision;
  /** ISO time. */
  readonly at: string;
}

/** The states in which a line waits for each decision. */
const decided: Readonly<Record<OrderDecision['action'], readonly ShopOrderState[]>> = {
  dismiss: ['unmatched', 'raised', 'bounced', 'disputed', 'refundUsed', 'unreadable'],
  remove: ['disputed', 'refundUsed'],
  send: ['raised', 'bounced'],
};

/** Applies an admin's decision. Throws ApiError 404 for an order that waits for no such decision. */
export async function resolveOrder(trx: Trx, deps: Deps, { id, decision, at }: Decision): Promise<void> {
  const { action } = decision;
  const order = await trx
    .selectFrom('shopOrders')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', decided[action])
    .executeTakeFirst();
  if (order === undefined) throw new ApiError('shop_order_not_found');
  if (action === 'send') return sendDecided(trx, deps, { order, at, email: decision.email });
  if (action === 'remove') await removeRefundedAccess(trx, order, at);
  await setOrderState(trx, id, action === 'remove' ? 'removed' : 'dismissed');
}

interface SentAgain {
  readonly order: ShopOrderRow;
  /** The corrected address. */
  readonly email: string | undefined;
  readonly at: string;
}

/** Creates the further codes of a raised line; or mails the codes of a bounced mail, which are not revoked, again. */
async function sendDecided(
  trx: Trx,
  deps: Deps,
  { order, email = order.email, at }: SentAgain,
): Promise<void> {
  const { id, sourceId, state } = order;
  const line = { ...order, email, quantity: Number(order.quantity) };
  const source = await findSource(trx, sourceId);
  const product = await findSendable(trx, line);
  // The product was removed from its shop, or so much was added that an admin has to send it.
  if (source === undefined || product === undefined) throw new ApiError('course_not_found');
  await correctOrder(trx, line);
  await setOrderState(trx, id, 'sent');
  if (state === 'raised') return sendCodes(trx, deps, line, { source, at, product });
  const all = await listOrderCodes(trx, id);
  const codes = all.flatMap(({ code, revokedAt }) => (revokedAt === null ? [code] : []));
  if (codes.length === 0) throw new ApiError('shop_order_not_found');
  await removeUndelivered(trx, id);
  const { courseId, courseTitle } = product;
  await mailCodes(trx, deps, line, { courseId, courseTitle, codes, at });
}
