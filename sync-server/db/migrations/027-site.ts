import type { Kysely } from 'kysely';

/** The settings of the site: a row for each field that an admin has changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('siteFields')
    .addColumn('field', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute();
}
