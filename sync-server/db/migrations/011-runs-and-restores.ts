import type { Kysely } from 'kysely';

/** The runs of the server, which cursors name, and what the operator decided about a restore. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('runs')
    .addColumn('startSequence', 'integer', (column) => column.primaryKey())
    .addColumn('run', 'text', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('epochs').addColumn('restoreIntent', 'text').execute();
}
