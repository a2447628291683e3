import type { Kysely } from 'kysely';

/** The indexes of the pull, and the epochs of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('changesByOwner').on('changes').columns(['userId', 'sequence']).execute();
  await db.schema.createIndex('tombstonesByAge').on('changes').columns(['isDeleted', 'changedAt']).execute();
  await db.schema
    .createTable('epochs')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .execute();
}
