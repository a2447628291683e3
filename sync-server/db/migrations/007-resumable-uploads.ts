import type { Kysely } from 'kysely';

/** Resumable uploads. Their bytes are stored beside the database; a row names the owner and the purpose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('fileId', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('sizeBytes', 'integer', (column) => column.notNull())
    .addColumn('digest', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('touchedAt', 'text', (column) => column.notNull())
    .addColumn('attachedAt', 'text')
    .addUniqueConstraint('uploadsByOwner', ['userId', 'id'])
    .execute();
  await db.schema.createIndex('uploadsByTouch').on('uploads').column('touchedAt').execute();
}
