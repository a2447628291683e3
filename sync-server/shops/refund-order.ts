import { removeAccess } from '../activation/access-queries.ts';
import { listUsersOf } from '../codes/batch-code-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { ShopOrderRow } from '../db/shop-tables.ts';
import type { Trx } from '../db/transaction.ts';
import { listOrderCodes, setOrderState } from './shop-queries.ts';

interface Refund {
  readonly sourceId: string;
  readonly orderId: string;
  /** ISO time. */
  readonly at: string;
}

/**
 * Revokes the unused codes of a refunded order. A line with a used one waits for an admin. One for which no code was
 * sent gets none.
 *
 * @returns how many lines wait for an admin
 */
export async function refundOrder(trx: Trx, { sourceId, orderId, at }: Refund): Promise<number> {
  const lines = await trx
    .selectFrom('shopOrders')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('orderId', '=', orderId)
    .where('state', 'in', ['sent', 'unmatched'])
    .execute();
  let waiting = 0;
  for (const { id } of lines) {
    const isUsed = await revokeUnused(trx, id, at);
    await setOrderState(trx, id, isUsed ? 'refundUsed' : 'refunded');
    if (isUsed) waiting += 1;
  }
  return waiting;
}

/** Returns whether a code of the line was used. */
async function revokeUnused(trx: Trx, shopOrderId: string, at: string): Promise<boolean> {
  const codes = await listOrderCodes(trx, shopOrderId);
  if (codes.length === 0) return false;
  const revoked = await trx
    .updateTable('activationCodes')
    .set({ revokedAt: at })
    .where(
      'id',
      'in',
      codes.map(({ id }) => id),
    )
    .where('uses', '=', 0)
    .where('revokedAt', 'is', null)
    .returning('courseId')
    .execute();
  for (const courseId of new Set(revoked.map((code) => code.courseId))) await noteCourse(trx, courseId, at);
  return codes.some(({ uses }) => Number(uses) > 0);
}

/** Removes the access that the used codes of a refunded line gave, and what is left of their uses. */
export async function removeRefundedAccess(trx: Trx, order: ShopOrderRow, at: string): Promise<void> {
  const reason = `Order ${order.orderId} was refunded`;
  for (const { id, courseId } of await listOrderCodes(trx, order.id)) {
    await trx
      .updateTable('activationCodes')
      .set({ revokedAt: at })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .execute();
    for (const userId of await listUsersOf(trx, id))
      await removeAccess(trx, { userId, courseId, reason, at });
    await noteCourse(trx, courseId, at);
  }
}

/** The number of unused codes is a part of the course, for admins. */
const noteCourse = (trx: Trx, courseId: string, at: string): Promise<void> =>
  recordChanges(trx, at, [{ kind: 'course', id: courseId, courseId }]);
