import type { Kysely } from 'kysely';

/** The history: one row per applied command. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('revisions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('entity', 'text', (column) => column.notNull())
    .addColumn('entityId', 'text', (column) => column.notNull())
    .addColumn('courseId', 'text')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('madeAt', 'text', (column) => column.notNull())
    .addColumn('receivedAt', 'text', (column) => column.notNull())
    .addColumn('baseVersion', 'integer')
    .addColumn('version', 'integer')
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('revisionsByEntity')
    .on('revisions')
    .columns(['entity', 'entityId', 'id'])
    .execute();
  await db.schema.createIndex('revisionsByCourse').on('revisions').columns(['courseId', 'id']).execute();
}
