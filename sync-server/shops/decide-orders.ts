import { v7 as uuidv7 } from 'uuid';
import { canSendCodes, type OrderAction } from '#schema/shops/shops.ts';
import { hasCourse } from '../codes/add-codes-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { removeRefundedAccess } from './refund-order.ts';
import { findProduct, findSource, setOrderState, setProduct } from './shop-queries.ts';
import { sendCodes } from './take-order.ts';

interface Match {
  readonly sourceId: string;
  readonly product: string;
  readonly courseId: string;
  /** ISO time. */
  readonly at: string;
}

/** Sets the course of a product, and sends the codes of the orders that wait for it. */
export async function matchProduct(trx: Trx, deps: Deps, { at, ...match }: Match): Promise<{ sent: number }> {
  const { sourceId, product, courseId } = match;
  const source = await findSource(trx, sourceId);
  if (source === undefined) throw new ApiError('shop_not_found');
  if (!(await hasCourse(trx, courseId))) throw new ApiError('course_not_found');
  await setProduct(trx, { ...match, id: uuidv7(), batch: null });
  const waiting = await trx
    .selectFrom('shopOrders')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('product', '=', product)
    .where('state', '=', 'unmatched')
    .orderBy('id')
    .execute();
  const orders = waiting.filter(({ email, quantity }) => canSendCodes({ email, quantity: Number(quantity) }));
  for (const order of orders) {
    // Read each time: the first one begins the batch of the product.
    const found = await findProduct(trx, { sourceId, product });
    if (found === undefined) throw new ApiError('course_not_found');
    await setOrderState(trx, order.id, 'sent');
    await sendCodes(trx, deps, order, { source, at, product: found });
  }
  return { sent: orders.length };
}

interface Decision {
  readonly id: string;
  readonly action: OrderAction;
  /** ISO time. */
  readonly at: string;
}

/** Applies an admin's decision. Throws ApiError 404 for an order that waits for no such decision. */
export async function resolveOrder(trx: Trx, { id, action, at }: Decision): Promise<void> {
  const order = await trx
    .selectFrom('shopOrders')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', action === 'dismiss' ? ['unmatched', 'refundUsed'] : ['refundUsed'])
    .executeTakeFirst();
  if (order === undefined) throw new ApiError('shop_order_not_found');
  if (action === 'remove') await removeRefundedAccess(trx, order, at);
  await setOrderState(trx, id, action === 'remove' ? 'removed' : 'dismissed');
}
