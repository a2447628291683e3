import type { Kysely } from 'kysely';
import { key, partOf, required } from './columns.ts';

/** Stored files. */
export async function createFiles({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('files')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('contentType', 'text', required)
    .addColumn('sizeBytes', 'integer', required)
    .addColumn('digest', 'text', required)
    .execute();
  await schema
    .createTable('unusedFiles')
    .addColumn('fileId', 'text', (column) => column.primaryKey().references('files.id').onDelete('cascade'))
    .addColumn('since', 'text', required)
    .execute();
}

/** Videos that wait to be transcoded. */
export async function createTranscodes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('transcodes')
    .addColumn('fileId', 'text', (column) => column.primaryKey().references('files.id').onDelete('cascade'))
    .addColumn('resultFileId', 'text', (column) => column.references('files.id').onDelete('set null'))
    .addColumn('outcome', 'text')
    .addColumn('attempts', 'integer', required)
    .addColumn('nextAttemptAt', 'text')
    .addColumn('lastProblem', 'text')
    .execute();
  await schema.createIndex('transcodesByNext').on('transcodes').column('nextAttemptAt').execute();
  await schema.createIndex('transcodesByResult').on('transcodes').column('resultFileId').execute();
}

/** Resumable uploads. Their bytes are beside the database, or in the objects of a bucket that are listed here. */
export async function createUploads({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('uploads')
    .addColumn('fileId', 'text', key)
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('sizeBytes', 'integer', required)
    .addColumn('digest', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('touchedAt', 'text', required)
    .addColumn('attachedAt', 'text')
    .addUniqueConstraint('uploadsByOwner', ['userId', 'id'])
    .execute();
  await schema.createIndex('uploadsByTouch').on('uploads').column('touchedAt').execute();
  await schema
    .createTable('uploadPieces')
    .addColumn('fileId', 'text', partOf('uploads.fileId'))
    .addColumn('offsetBytes', 'integer', required)
    .addColumn('sizeBytes', 'integer', required)
    .addColumn('key', 'text', required)
    .addPrimaryKeyConstraint('pieceOfUpload', ['fileId', 'offsetBytes'])
    .execute();
}
