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

/** Records that bytes arrived. */
export async function touchUpload(trx: Trx, fileId: string, at: string): Promise<void> {
  await trx.updateTable('uploads').set({ touchedAt: at }).where('fileId', '=', fileId).execute();
}

/** Claims an upload permanently; false when another command was first. */
export async function claimUpload(trx: Trx, fileId: string, at: string): Promise<boolean> {
  const result = await trx
    .updateTable('uploads')
    .set({ attachedAt: at })
    .where('fileId', '=', fileId)
    .where('attachedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The attached uploads of one user, and those of every user that were inactive since `before`. */
export function listSpentUploads(
  db: Db,
  spent: { readonly userId: string } | { readonly before: string },
): Promise<UploadRow[]> {
  const query = db.selectFrom('uploads').selectAll();
  return 'userId' in spent
    ? query.where('userId', '=', spent.userId).where('attachedAt', 'is not', null).execute()
    : query.where('touchedAt', '<', spent.before).execute();
}

export async function removeUploadRow(trx: Trx, fileId: string): Promise<void> {
  await trx.deleteFrom('uploads').where('fileId', '=', fileId).execute();
}

/** Whether the bytes of an upload became a video that still exists. */
export async function isStoredFile(db: Db, fileId: string): Promise<boolean> {
  return (await findFile(db, fileId)) !== undefined;
}
