import type { Kysely } from 'kysely';

/** Videos that wait to be transcoded, and files that are no longer used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('transcodes')
    .addColumn('fileId', 'text', (column) => column.primaryKey().references('files.id').onDelete('cascade'))
    .addColumn('resultFileId', 'text', (column) => column.references('files.id').onDelete('set null'))
    .addColumn('outcome', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('nextAttemptAt', 'text')
    .addColumn('lastProblem', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('finishedAt', 'text')
    .execute();
  await db.schema.createIndex('transcodesByNext').on('transcodes').column('nextAttemptAt').execute();
  await db.schema.createIndex('transcodesByResult').on('transcodes').column('resultFileId').execute();
  await db.schema.createIndex('lessonsByVideoFile').on('lessons').column('videoFileId').execute();
  await db.schema
    .createTable('unusedFiles')
    .addColumn('fileId', 'text', (column) => column.primaryKey().references('files.id').onDelete('cascade'))
    .addColumn('since', 'text', (column) => column.notNull())
    .execute();
}
