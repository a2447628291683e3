import type { Kysely } from 'kysely';

/** The bytes of resumable uploads that are stored as objects of a bucket. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploadPieces')
    .addColumn('fileId', 'text', (column) =>
      column.notNull().references('uploads.fileId').onDelete('cascade'),
    )
    .addColumn('offsetBytes', 'integer', (column) => column.notNull())
    .addColumn('sizeBytes', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('pieceOfUpload', ['fileId', 'offsetBytes'])
    .execute();
}
