import { v7 as uuidv7 } from 'uuid';
import { removeAccess } from '../activation/access-queries.ts';
import { listUsersOf } from '../codes/batch-code-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { ShopOrderRow, ShopOrderState } from '../db/shop-tables.ts';
import type { Trx } from '../db/transaction.ts';
import { insertOrder, listLines, listOrderCodes, setOrderState } from './shop-queries.ts';

interface Refund {
  readonly sourceId: string;
  readonly orderId: string;
  /** ISO time. */
  readonly at: string;
}

/** States that a refund ends. An admin has decided about the others. */
const refundable: ReadonlySet<ShopOrderState> = new Set([
  'sent',
  'unmatched',
  'ignored',
  'raised',
  'bounced',
  'disputed',
  'unreadable',
]);

/** The line that stands for a whole order whose refund came first. No shop names one like this. */
const WHOLE_ORDER = '';

/**
 * Revokes the unused codes of a refunded order. A line with a used one waits for an admin. One for which no code was
 * sent gets none. Of an order that is not known yet the refund is noted: messages arrive in any order.
 *
 * @returns how many lines wait for an admin
 */
export async function refundOrder(trx: Trx, { sourceId, orderId, at }: Refund): Promise<number> {
  const lines = await listLines(trx, { sourceId, orderId });
  if (lines.length === 0) await noteRefund(trx, { sourceId, orderId, at });
  let waiting = 0;
  for (const { id, state } of lines) {
    if (!refundable.has(state)) continue;
    const isUsed = await revokeUnused(trx, id, at);
    await setOrderState(trx, id, isUsed ? 'refundUsed' : 'refunded');
    if (isUsed) waiting += 1;
  }
  return waiting;
}

/**
 * Has the lines of a disputed order wait for an admin; their codes still work, because most disputes are answered first.
 * Of a dispute that the shop won they wait no longer.
 *
 * @returns how many lines wait for an admin
 */
export async function disputeOrder(
  trx: Trx,
  { sourceId, orderId, isWon }: Omit<Refund, 'at'> & { readonly isWon: boolean },
): Promise<number> {
  let waiting = 0;
  for (const { id, state } of await listLines(trx, { sourceId, orderId })) {
    if (isWon && state === 'disputed') await setOrderState(trx, id, await stateBefore(trx, id));
    if (isWon || !['sent', 'unmatched', 'raised', 'bounced'].includes(state)) continue;
    await setOrderState(trx, id, 'disputed');
    waiting += 1;
  }
  return waiting;
}

/** The state of a line without its dispute. */
const stateBefore = async (trx: Trx, id: string): Promise<ShopOrderState> =>
  (await listOrderCodes(trx, id)).length > 0 ? 'sent' : 'unmatched';

async function noteRefund(trx: Trx, { sourceId, orderId, at }: Refund): Promise<void> {
  const nothing = { product: '', quantity: 0, email: '' };
  const order = { ...nothing, sourceId, orderId, line: WHOLE_ORDER, receivedAt: at };
  await insertOrder(trx, { ...order, id: uuidv7(), state: 'refunded' });
}

/** Whether an order was refunded before it arrived. */
export async function isRefundNoted(
  trx: Trx,
  { sourceId, orderId }: Pick<Refund, 'sourceId' | 'orderId'>,
): Promise<boolean> {
  const noted = await trx
    .selectFrom('shopOrders')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('orderId', '=', orderId)
    .where('line', '=', WHOLE_ORDER)
    .executeTakeFirst();
  return noted !== undefined;
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

/** Removes the access that the used codes of a refunded or disputed line gave, and what is left of their uses. */
export async function removeRefundedAccess(trx: Trx, order: ShopOrderRow, at: string): Promise<void> {
  const reason = `Order ${order.orderId} was ${order.state === 'disputed' ? 'disputed' : 'refunded'}`;
  for (const { id, courseId } of await listOrderCodes(trx, order.id)) {
    await trx
      .updateTable('activationCodes')
      .set({ revokedAt: at })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .execute();
    await removeAccess(trx, { courseId, userIds: await listUsersOf(trx, id), reason, at });
    await noteCourse(trx, courseId, at);
  }
}

/** The number of unused codes is a part of the course, for admins. */
const noteCourse = (trx: Trx, courseId: string, at: string): Promise<void> =>
  recordChanges(trx, at, [{ kind: 'course', id: courseId, courseId }]);
