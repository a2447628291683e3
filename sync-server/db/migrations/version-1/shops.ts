import type { Kysely } from 'kysely';
import { keyOf, partOf, required } from './columns.ts';

/** Shops that send their orders, and what their products unlock; some never unlock anything. */
export async function createShops({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('shopSources')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('sealedSecret', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('lastEventAt', 'text')
    .execute();
  await schema
    .createTable('shopProducts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sourceId', 'text', partOf('shopSources.id'))
    .addColumn('product', 'text', required)
    .addColumn('courseId', 'text', partOf('courses.id'))
    .addColumn('batch', 'text')
    .addUniqueConstraint('productOfShop', ['sourceId', 'product'])
    .execute();
  await schema
    .createTable('shopIgnoredProducts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sourceId', 'text', partOf('shopSources.id'))
    .addColumn('product', 'text', required)
    .addColumn('ignoredAt', 'text', required)
    .addColumn('endedAt', 'text')
    .addUniqueConstraint('ignoredProductOfShop', ['sourceId', 'product'])
    .execute();
}

/** The lines of orders, and the codes that were given for them. */
export async function createOrders({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('shopOrders')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sourceId', 'text', partOf('shopSources.id'))
    .addColumn('orderId', 'text', required)
    .addColumn('line', 'text', required)
    .addColumn('product', 'text', required)
    .addColumn('quantity', 'integer', required)
    .addColumn('email', 'text', required)
    .addColumn('receivedAt', 'text', required)
    .addColumn('state', 'text', required)
    .addUniqueConstraint('lineOfOrder', ['sourceId', 'orderId', 'line'])
    .execute();
  await schema.createIndex('shopOrdersByState').on('shopOrders').columns(['state', 'receivedAt']).execute();
  await schema
    .createIndex('shopOrdersByProduct')
    .on('shopOrders')
    .columns(['sourceId', 'product', 'state'])
    .execute();
  await schema
    .createTable('shopOrderCodes')
    .addColumn('codeId', 'text', keyOf('activationCodes.id'))
    .addColumn('shopOrderId', 'text', partOf('shopOrders.id'))
    .execute();
  await schema.createIndex('shopOrderCodesByOrder').on('shopOrderCodes').column('shopOrderId').execute();
}

/** Keys of programs. */
export async function createApiKeys({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('apiKeys')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('keyHash', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'text', required)
    .addColumn('lastUsedAt', 'text')
    .execute();
}
