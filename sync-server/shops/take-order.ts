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
import {
  correctOrder,
  type FoundProduct,
  findProduct,
  insertOrder,
  listLines,
  setOrderState,
} from './shop-queries.ts';

type Paid = Extract<ShopEvent, { kind: 'paid' }>;

interface Received {
  readonly source: Pick<ShopSourceRow, 'id' | 'name'>;
  /** ISO time. */
  readonly at: string;
}

/**
 * Stores the new lines of a paid order, each with its codes and the mail to the buyer in the same transaction. A line
 * that is known changes nothing, unless the order was edited: {@link takeEdit}. One of an order that was refunded
 * before, or of an ignored product, gets no code.
 *
 * @returns how many lines wait for an admin now
 */
export async function takeOrder(trx: Trx, deps: Deps, { orderId, email, lines }: Paid, received: Received) {
  let waiting = 0;
  const sourceId = received.source.id;
  const isRefunded = await isRefundNoted(trx, { sourceId, orderId });
  for (const { line, product, quantity } of lines) {
    const found = await findSendable(trx, { sourceId, product, email, quantity });
    const unsent = (await isIgnored(trx, { sourceId, product })) ? 'ignored' : 'unmatched';
    const state = isRefunded ? 'refunded' : found === undefined ? unsent : 'sent';
    const row = { line, product, quantity, orderId, email, sourceId, receivedAt: received.at };
    const order: ShopOrderRow = { id: uuidv7(), ...row, state };
    if (!(await insertOrder(trx, order))) waiting += await takeEdit(trx, deps, order, received);
    else if (state === 'sent' && found !== undefined)
      await sendCodes(trx, deps, order, { ...received, product: found });
    else if (state === 'unmatched') waiting += 1;
  }
  return waiting;
}

/** The product of a line whose codes can be sent. */
export const findSendable = async (
  trx: Trx,
  line: Pick<ShopOrderRow, 'sourceId' | 'product' | 'email' | 'quantity'>,
): Promise<FoundProduct | undefined> => (canSendCodes(line) ? findProduct(trx, line) : undefined);

/**
 * A known line, as the shop has it now. Of one that waits, the email and the quantity are corrected. More pieces than it
 * had codes for wait for an admin, because nothing tells whether they were paid. Fewer change nothing, as a partial
 * refund.
 */
async function takeEdit(trx: Trx, deps: Deps, now: ShopOrderRow, received: Received): Promise<number> {
  const lines = await listLines(trx, now);
  const known = lines.find(({ line }) => line === now.line);
  if (known?.state === 'unmatched') {
    const corrected = { ...now, id: known.id };
    await correctOrder(trx, corrected);
    const product = await findSendable(trx, corrected);
    if (product === undefined) return 0;
    await setOrderState(trx, known.id, 'sent');
    await sendCodes(trx, deps, corrected, { ...received, product });
    return 0;
  }
  if (known?.state !== 'sent' && known?.state !== 'bounced') return 0;
  // No shop has a line with such a name beside the line itself.
  const added = `${now.line} +`;
  const pieces = lines.filter(({ line }) => line === now.line || line.startsWith(added));
  const more = now.quantity - pieces.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  if (more <= 0) return 0;
  const { product, orderId, sourceId } = now;
  const part = { product, orderId, sourceId, email: known.email, receivedAt: received.at };
  const line = `${added}${now.quantity}`;
  const isNew = await insertOrder(trx, { ...part, id: uuidv7(), line, quantity: more, state: 'raised' });
  return isNew ? 1 : 0;
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
  const codes = added.map(({ code }) => code);
  await mailCodes(trx, deps, order, { courseId, courseTitle, codes, at });
}

interface Mailed {
  readonly courseId: string;
  readonly courseTitle: string;
  readonly codes: readonly string[];
  /** ISO time. */
  readonly at: string;
}

/** The mail has the id of the line, which then learns if it cannot be delivered: {@link noteBounce}. */
export async function mailCodes(
  trx: Trx,
  { mails, config: { publicUrl } }: Pick<Deps, 'mails' | 'config'>,
  { id, email }: Pick<ShopOrderRow, 'id' | 'email'>,
  { courseId, courseTitle, codes, at }: Mailed,
): Promise<void> {
  const content = shopMail({ courseId, courseTitle, codes, publicUrl });
  await mails.enqueue(trx, { id, kind: 'shopCodes', recipient: email, content, createdAt: at });
}

/** All codes of a product are in one batch, until an admin revokes it or it expires. */
async function openBatchOf(trx: Trx, product: FoundProduct, { source, at }: Received): Promise<string> {
  if (product.batch !== null && (await isOpenBatch(trx, product.batch, at))) return product.batch;
  const { courseId } = product;
  const batch = await beginBatch(trx, { courseId, name: source.name, origin: 'shop', prefix: '', at });
  await trx.updateTable('shopProducts').set({ batch }).where('id', '=', product.id).execute();
  return batch;
}
