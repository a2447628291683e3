import type { Kysely } from 'kysely';

/**
 * Products of shops that unlock no course and never will, and an index of the orders of a product. Batches whose
 * `maxUses` has changed, and whose codes are being marked as used up or not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shopIgnoredProducts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sourceId', 'text', (column) =>
      column.notNull().references('shopSources.id').onDelete('cascade'),
    )
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('ignoredAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .addUniqueConstraint('ignoredProductOfShop', ['sourceId', 'product'])
    .execute();
  await db.schema
    .createIndex('shopOrdersByProduct')
    .on('shopOrders')
    .columns(['sourceId', 'product', 'state'])
    .execute();
  await db.schema
    .alterTable('codeBatches')
    .addColumn('isMarking', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
