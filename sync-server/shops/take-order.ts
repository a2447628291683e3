import { v7 as uuidv7 } from 'uuid';
import { canSendCodes } from '#schema/shops/shops.ts';
import type { ShopOrderRow, ShopSourceRow } from '../db/shop-tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { addNewCodes, beginBatch, isOpenBatch } from './add-new-codes.ts';
import { isIgnored } from './ignored-products.ts';
import { isRefundNoted } from './refund-order.ts';
import type { ShopEvent } from './shop-events.ts';
import { shopMail } from './shop-mail.ts';
import { type FoundProduct, findProduct, insertOrder } from './shop-queries.ts';

type Paid = Extract<ShopEvent, { kind: 'paid' }>;

interface Received {
  readonly source: Pick<ShopSourceRow, 'id' | 'name'>;
  /** ISO time. */
  readonly at: string;
}

/**
 * Stores the new lines of a paid order, each with its codes and the mail to the buyer in the same transaction. A line
 * that is known changes nothing. One of an order that was refunded before, or of an ignored product, gets no code.
 *
 * @returns how many lines wait for an admin: their product unlocks no course yet, or their codes cannot be sent
 */
export async function takeOrder(trx: Trx, deps: Deps, { orderId, email, lines }: Paid, received: Received) {
  let unmatched = 0;
  const sourceId = received.source.id;
  const isRefunded = await isRefundNoted(trx, { sourceId, orderId });
  for (const { line, product, quantity } of lines) {
    const found = canSendCodes({ product, email, quantity })
      ? await findProduct(trx, { sourceId, product })
      : undefined;
    const unsent = (await isIgnored(trx, { sourceId, product })) ? 'ignored' : 'unmatched';
    const state = isRefunded ? 'refunded' : found === undefined ? unsent : 'sent';
    const row = { line, product, quantity, orderId, email, sourceId, receivedAt: received.at };
    const order: ShopOrderRow = { id: uuidv7(), ...row, state };
    if (!(await insertOrder(trx, order)) || isRefunded) continue;
    if (found !== undefined) await sendCodes(trx, deps, order, { ...received, product: found });
    else if (unsent === 'unmatched') unmatched += 1;
  }
  return unmatched;
}

/** Creates the codes of a line of an order, and the mail to its buyer. */
export async function sendCodes(
  trx: Trx,
  deps: Deps,
  order: ShopOrderRow,
  { product, source, at }: Received & { readonly product: FoundProduct },
): Promise<void> {
  const { courseId, courseTitle } = product;
  const batch = await openBatchOf(trx, product, { source, at });
  const added = await addNewCodes(trx, { batch, courseId, prefix: '', count: Number(order.quantity), at });
  await trx
    .insertInto('shopOrderCodes')
    .values(added.map(({ id }) => ({ codeId: id, shopOrderId: order.id })))
    .execute();
  const { publicUrl } = deps.config;
  const codes = added.map(({ code }) => code);
  const content = shopMail({ courseId, courseTitle, codes, publicUrl });
  await deps.mails.enqueue(trx, { kind: 'shopCodes', recipient: order.email, content, createdAt: at });
}

/** All codes of a product are in one batch, until an admin revokes it or it expires. */
async function openBatchOf(trx: Trx, product: FoundProduct, { source, at }: Received): Promise<string> {
  if (product.batch !== null && (await isOpenBatch(trx, product.batch, at))) return product.batch;
  const { courseId } = product;
  const batch = await beginBatch(trx, { courseId, name: source.name, origin: 'shop', prefix: '', at });
  await trx.updateTable('shopProducts').set({ batch }).where('id', '=', product.id).execute();
  return batch;
}
