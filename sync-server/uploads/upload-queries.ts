import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import type { UploadRow } from '../db/upload-tables.ts';
import { findFile } from '../media/file-queries.ts';

/** Returns a user's own upload; undefined for another user's, as if it did not exist. */
export function findUpload(db: Db, userId: string, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findUploadOfFile(db: Db, fileId: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('fileId', '=', fileId).executeTakeFirst();
}

/** Returns the new row, or the one that its owner created under this id before. */
export async function findOrInsertUpload(trx: Trx, row: UploadRow): Promise<UploadRow> {
  await trx
    .insertInto('uploads')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'id']).doNothing())
    .execute();
  return (await findUpload(trx, row.userId, row.id)) ?? row;
}

/** Records that bytes arrived, or that a command used the upload. */
export async function touchUpload(trx: Trx, fileId: string, at: string): Promise<void> {
  await trx.updateTable('uploads').set({ touchedAt: at }).where('fileId', '=', fileId).execute();
}

/** Marks an upload as attached; false when another command was first. */
export async function claimUpload(trx: Trx, fileId: string, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('uploads')
    .set({ attachedAt: at, touchedAt: at })
    .where('fileId', '=', fileId)
    .where('attachedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The uploads that were inactive since `before`. */
export function listStaleUploads(db: Db, before: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('touchedAt', '<', before).execute();
}

export async function removeUploadRow(trx: Trx, fileId: string): Promise<void> {
  await trx.deleteFrom('uploads').where('fileId', '=', fileId).execute();
}

/** Whether an upload is there for its commands: one of a file after it was attached too. */
export const isUsable = ({ kind, attachedAt }: UploadRow): boolean => attachedAt === null || kind === 'file';

/** Whether the bytes of an upload became a file that still exists. */
export async function isStoredFile(db: Db, fileId: string): Promise<boolean> {
  return (await findFile(db, fileId)) !== undefined;
}
