import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import type { UploadPieceRow } from '#sync-server/db/upload-tables.ts';

/** The pieces of an upload in the order of their bytes, without gaps. */
export function listPieces(db: Db, fileId: string): Promise<UploadPieceRow[]> {
  return db
    .selectFrom('uploadPieces')
    .selectAll()
    .where('fileId', '=', fileId)
    .orderBy('offsetBytes')
    .execute();
}

/** Where the next piece of an upload begins. */
export async function countPieceBytes(db: Db, fileId: string): Promise<number> {
  const last = await db
    .selectFrom('uploadPieces')
    .select(['offsetBytes', 'sizeBytes'])
    .where('fileId', '=', fileId)
    .orderBy('offsetBytes', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? 0 : last.offsetBytes + last.sizeBytes;
}

/**
 * Records a piece whose object is stored. False, and nothing is recorded, when it does not continue the upload: another
 * request has appended bytes there, or the upload was deleted.
 */
export async function insertPiece(trx: Trx, piece: UploadPieceRow): Promise<boolean> {
  const { fileId, offsetBytes } = piece;
  const upload = await trx
    .selectFrom('uploads')
    .select('fileId')
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  if (upload === undefined || (await countPieceBytes(trx, fileId)) !== offsetBytes) return false;
  await trx.insertInto('uploadPieces').values(piece).execute();
  return true;
}

export async function removePieces(trx: Trx, fileId: string): Promise<void> {
  await trx.deleteFrom('uploadPieces').where('fileId', '=', fileId).execute();
}
