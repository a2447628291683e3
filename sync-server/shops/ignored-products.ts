import { v7 as uuidv7 } from 'uuid';
import { IGNORED_ORDER_DAYS } from '#schema/limits.ts';
import type { IgnoredProduct } from '#schema/shops/shops.ts';
import { countDeleted, ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Db } from '../db/open.ts';
import type { ShopIgnoredProductRow, ShopOrderState } from '../db/shop-tables.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { untilNextTurn } from '../turns/next-turn.ts';
import { findProduct, findSource } from './shop-queries.ts';

const DAY_MS = 24 * 60 * 60_000;

type Product = Pick<ShopIgnoredProductRow, 'sourceId' | 'product'>;

export function findIgnored(
  db: Db,
  { sourceId, product }: Product,
): Promise<ShopIgnoredProductRow | undefined> {
  return db
    .selectFrom('shopIgnoredProducts')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('product', '=', product)
    .executeTakeFirst();
}

/** Whether orders of the product that arrive now do not wait. */
export const isIgnored = async (db: Db, product: Product): Promise<boolean> =>
  (await findIgnored(db, product))?.endedAt === null;

/** With how many of their orders are stored. */
export async function listIgnored(db: Db): Promise<IgnoredProduct[]> {
  const rows = await db
    .selectFrom('shopIgnoredProducts as ignored')
    .select(['id', 'sourceId', 'product', 'ignoredAt'])
    .select((eb) =>
      eb
        .selectFrom('shopOrders')
        .select((count) => count.fn.countAll().as('orders'))
        .whereRef('shopOrders.sourceId', '=', 'ignored.sourceId')
        .whereRef('shopOrders.product', '=', 'ignored.product')
        .where('state', '=', 'ignored')
        .as('orders'),
    )
    .orderBy('product')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, orders: Number(row.orders) }));
}

/**
 * Ignores a product; one that is ignored stays so. Its orders that wait: {@link ignoreWaiting}. Throws ApiError 404 for an
 * unknown shop, 409 for a product that unlocks a course.
 */
export async function ignoreProduct(trx: Trx, row: Product & { readonly at: string }): Promise<void> {
  const { sourceId, product, at } = row;
  if ((await findSource(trx, sourceId)) === undefined) throw new ApiError('shop_not_found');
  if ((await findProduct(trx, { sourceId, product })) !== undefined)
    throw new ApiError('shop_product_assigned');
  // A product of a course in the trash, which no list shows: restored, it would send codes for a product that is ignored.
  await trx
    .deleteFrom('shopProducts')
    .where('sourceId', '=', sourceId)
    .where('product', '=', product)
    .execute();
  await trx
    .insertInto('shopIgnoredProducts')
    .values({ id: uuidv7(), sourceId, product, ignoredAt: at, endedAt: null })
    .onConflict((conflict) => conflict.columns(['sourceId', 'product']).doUpdateSet({ endedAt: null }))
    .execute();
}

/**
 * Takes the orders of an ignored product from the list of those that wait, some at a time. Returns how many. What is left
 * when the server ends in between still waits, until the product is ignored again.
 */
export function ignoreWaiting(deps: Pick<Deps, 'db'>, product: Product): Promise<number> {
  return inPieces(deps, async (trx) =>
    (await isIgnored(trx, product)) ? moveOrders(trx, product, { from: 'unmatched', to: 'ignored' }) : 0,
  );
}

/**
 * Stops ignoring a product: orders that arrive from now on wait. Those that were ignored: {@link unignoreOrders}. Throws
 * ApiError 404 for an id that no ignored product has.
 */
export async function stopIgnoring(trx: Trx, id: string, at: string): Promise<void> {
  const update = trx.updateTable('shopIgnoredProducts').set({ endedAt: at }).where('id', '=', id);
  if ((await update.executeTakeFirst()).numUpdatedRows !== 1n) throw new ApiError('shop_not_found');
}

/**
 * Makes the orders of a product that is ignored no longer wait again, some at a time, and removes its row with the last
 * of them. Returns how many. If the server ends in between, {@link finishUnignoring} goes on.
 */
export function unignoreOrders(deps: Pick<Deps, 'db'>, id: string): Promise<number> {
  return inPieces(deps, async (trx) => {
    const product = await trx
      .selectFrom('shopIgnoredProducts')
      .selectAll()
      .where('id', '=', id)
      .where('endedAt', 'is not', null)
      .executeTakeFirst();
    if (product === undefined) return 0;
    const count = await moveOrders(trx, product, { from: 'ignored', to: 'unmatched' });
    if (count < ROWS_PER_PIECE) await trx.deleteFrom('shopIgnoredProducts').where('id', '=', id).execute();
    return count;
  });
}

/** Finishes what a server that ended in between has left. */
export async function finishUnignoring(deps: Pick<Deps, 'db'>): Promise<void> {
  const ended = deps.db.selectFrom('shopIgnoredProducts').select('id').where('endedAt', 'is not', null);
  for (const { id } of await ended.execute()) await unignoreOrders(deps, id);
}

/** Repeats a step that changes at most {@link ROWS_PER_PIECE} orders, while other requests are served in between. */
async function inPieces({ db }: Pick<Deps, 'db'>, changeSome: (trx: Trx) => Promise<number>) {
  let changed = 0;
  for (;;) {
    const count = await inTransaction(db, changeSome);
    changed += count;
    if (count < ROWS_PER_PIECE) return changed;
    await untilNextTurn();
  }
}

interface Move {
  readonly from: ShopOrderState;
  readonly to: ShopOrderState;
}

/** Returns how many orders were changed, at most {@link ROWS_PER_PIECE}. */
async function moveOrders(trx: Trx, { sourceId, product }: Product, { from, to }: Move): Promise<number> {
  const some = trx
    .selectFrom('shopOrders')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('product', '=', product)
    .where('state', '=', from)
    .limit(ROWS_PER_PIECE);
  const update = trx.updateTable('shopOrders').set({ state: to }).where('id', 'in', some);
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}

/** Ignored orders name buyers of goods that Carrel has nothing to do with. See `removeInPieces`. */
export function removeOldIgnored(trx: Trx, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - IGNORED_ORDER_DAYS * DAY_MS).toISOString();
  const some = trx
    .selectFrom('shopOrders')
    .select('id')
    .where('state', '=', 'ignored')
    .where('receivedAt', '<', oldest)
    .limit(ROWS_PER_PIECE);
  return countDeleted(trx.deleteFrom('shopOrders').where('id', 'in', some));
}
