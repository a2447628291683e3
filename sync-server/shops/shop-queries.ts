import { SHOP_QUANTITY_MAX } from '#schema/limits.ts';
import type { ShopProduct, ShopSource, WaitingOrder } from '#schema/shops/shops.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import type { ShopOrderRow, ShopProductRow, ShopSourceRow } from '../db/shop-tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { PageQuery } from '../http/paging.ts';

export function findSource(db: Db, id: string): Promise<ShopSourceRow | undefined> {
  return db.selectFrom('shopSources').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listSources(db: Db): Promise<ShopSource[]> {
  const rows = await db.selectFrom('shopSources').selectAll().orderBy('createdAt').orderBy('id').execute();
  return rows.map(({ sealedSecret, ...source }) => ({ ...source, hasSecret: sealedSecret !== null }));
}

/** Products whose course is not deleted. */
export function listProducts(db: Db): Promise<ShopProduct[]> {
  return db
    .selectFrom('shopProducts')
    .innerJoin(liveCourses, 'courses.id', 'shopProducts.courseId')
    .select(['shopProducts.id', 'sourceId', 'product', 'courseId', 'courses.title as courseTitle'])
    .orderBy('product')
    .execute();
}

/** A product with the title of its course, unless that is deleted. */
export type FoundProduct = ShopProductRow & { readonly courseTitle: string };

export function findProduct(
  db: Db,
  { sourceId, product }: Pick<ShopProductRow, 'sourceId' | 'product'>,
): Promise<FoundProduct | undefined> {
  return db
    .selectFrom('shopProducts')
    .innerJoin(liveCourses, 'courses.id', 'shopProducts.courseId')
    .selectAll('shopProducts')
    .select('courses.title as courseTitle')
    .where('sourceId', '=', sourceId)
    .where('product', '=', product)
    .executeTakeFirst();
}

/** Sets the course of a product. Codes for another course get another batch. */
export async function setProduct(trx: Trx, row: ShopProductRow): Promise<void> {
  const { courseId } = row;
  await trx
    .insertInto('shopProducts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['sourceId', 'product']).doUpdateSet((eb) => ({
        courseId,
        batch: eb
          .case()
          .when('shopProducts.courseId', '=', courseId)
          .then(eb.ref('shopProducts.batch'))
          .else(null)
          .end(),
      })),
    )
    .execute();
}

/** The orders that wait for the course of a product and whose codes can be sent then, the first ones first. */
export function listSendable(
  trx: Trx,
  { sourceId, product }: Pick<ShopProductRow, 'sourceId' | 'product'>,
  limit: number,
): Promise<ShopOrderRow[]> {
  return trx
    .selectFrom('shopOrders')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('product', '=', product)
    .where('state', '=', 'unmatched')
    .where('email', '!=', '')
    .where('quantity', '>=', 1)
    .where('quantity', '<=', SHOP_QUANTITY_MAX)
    .orderBy('id')
    .limit(limit)
    .execute();
}

const waiting = ['unmatched', 'raised', 'bounced', 'disputed', 'refundUsed', 'unreadable'] as const;

/** A page of the orders that wait, newest first. */
export async function listWaitingOrders(db: Db, { after, limit }: PageQuery): Promise<WaitingOrder[]> {
  const page = db
    .selectFrom('shopOrders')
    .select(['id', 'sourceId', 'product', 'orderId', 'email', 'quantity', 'receivedAt', 'state'])
    .where('state', 'in', waiting)
    .$narrowType<{ state: WaitingOrder['state'] }>()
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  const rest =
    after === null
      ? page
      : page.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('receivedAt', 'id'), '<', tuple(after.key, after.id)),
        );
  return (await rest.execute()).map((row) => ({ ...row, quantity: Number(row.quantity) }));
}

export async function countWaitingOrders(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('shopOrders')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', 'in', waiting)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a line of an order; returns false and stores nothing when it is known. */
export async function insertOrder(trx: Trx, order: ShopOrderRow): Promise<boolean> {
  const result = await trx
    .insertInto('shopOrders')
    .values(order)
    .onConflict((conflict) => conflict.columns(['sourceId', 'orderId', 'line']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function setOrderState(trx: Trx, id: string, state: ShopOrderRow['state']): Promise<void> {
  await trx.updateTable('shopOrders').set({ state }).where('id', '=', id).execute();
}

/** All lines of an order. */
export const listLines = (
  trx: Trx,
  { sourceId, orderId }: Pick<ShopOrderRow, 'sourceId' | 'orderId'>,
): Promise<ShopOrderRow[]> =>
  trx
    .selectFrom('shopOrders')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('orderId', '=', orderId)
    .execute();

/** Sets what an edit of an order changed in a line that waits. */
export async function correctOrder(
  trx: Trx,
  { id, email, quantity }: Pick<ShopOrderRow, 'id' | 'email' | 'quantity'>,
): Promise<void> {
  await trx.updateTable('shopOrders').set({ email, quantity }).where('id', '=', id).execute();
}

/** Has a line wait whose mail with the codes cannot be delivered. */
export async function noteBounce(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('shopOrders')
    .set({ state: 'bounced' })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute();
}

/** The codes of a line of an order. */
export function listOrderCodes(db: Db, shopOrderId: string) {
  return db
    .selectFrom('shopOrderCodes')
    .innerJoin('activationCodes', 'activationCodes.id', 'shopOrderCodes.codeId')
    .select(['activationCodes.id', 'code', 'activationCodes.courseId', 'uses', 'revokedAt'])
    .where('shopOrderId', '=', shopOrderId)
    .execute();
}
