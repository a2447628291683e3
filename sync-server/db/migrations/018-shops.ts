import type { Kysely } from 'kysely';

/** Shops that send their orders, what their products unlock, the lines of orders, and keys of programs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSources(db);
  await createOrders(db);
  await db.schema
    .createTable('apiKeys')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('keyHash', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute();
}

async function createSources(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shopSources')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sealedSecret', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('lastEventAt', 'text')
    .execute();
  await db.schema
    .createTable('shopProducts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sourceId', 'text', (column) =>
      column.notNull().references('shopSources.id').onDelete('cascade'),
    )
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('courseId', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('batch', 'text')
    .addUniqueConstraint('productOfShop', ['sourceId', 'product'])
    .execute();
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shopOrders')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sourceId', 'text', (column) =>
      column.notNull().references('shopSources.id').onDelete('cascade'),
    )
    .addColumn('orderId', 'text', (column) => column.notNull())
    .addColumn('line', 'text', (column) => column.notNull())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('receivedAt', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addUniqueConstraint('lineOfOrder', ['sourceId', 'orderId', 'line'])
    .execute();
  await db.schema
    .createIndex('shopOrdersByState')
    .on('shopOrders')
    .columns(['state', 'receivedAt'])
    .execute();
  await db.schema
    .createTable('shopOrderCodes')
    .addColumn('codeId', 'text', (column) =>
      column.notNull().primaryKey().references('activationCodes.id').onDelete('cascade'),
    )
    .addColumn('shopOrderId', 'text', (column) =>
      column.notNull().references('shopOrders.id').onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('shopOrderCodesByOrder').on('shopOrderCodes').column('shopOrderId').execute();
}
