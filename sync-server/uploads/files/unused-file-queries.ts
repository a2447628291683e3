import type { Db } from '#sync-server/db/open.ts';
import type { Trx } from '#sync-server/db/transaction.ts';

/** Files that no lesson and no resource uses, and that no job is processing. */
function selectUnused(db: Db) {
  return db
    .selectFrom('files')
    .select('files.id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('lessons').select('id').whereRef('lessons.videoFileId', '=', 'files.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('resources').select('id').whereRef('resources.fileId', '=', 'files.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transcodes')
            .select('fileId')
            .whereRef('transcodes.fileId', '=', 'files.id')
            .where('outcome', 'is', null),
        ),
      ),
    );
}

/** Records since when files are unused, and removes the record of those that are used again. */
export async function markUnusedFiles(trx: Trx, at: string): Promise<void> {
  await trx.deleteFrom('unusedFiles').where('fileId', 'not in', selectUnused(trx)).execute();
  const rows = await selectUnused(trx).execute();
  for (const { id } of rows) {
    await trx
      .insertInto('unusedFiles')
      .values({ fileId: id, since: at })
      .onConflict((conflict) => conflict.column('fileId').doNothing())
      .execute();
  }
}

/** Removes the rows of files that are unused since before `oldest` and returns their ids. */
export async function removeUnusedFiles(trx: Trx, oldest: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('files')
    .where('id', 'in', trx.selectFrom('unusedFiles').select('fileId').where('since', '<', oldest))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids among these that a row names. A row of an upload names a file too: its bytes may be in their
 * place before its edit is accepted.
 */
export async function listNamedFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const files = await db.selectFrom('files').select('id').where('id', 'in', ids).execute();
  const uploads = await db.selectFrom('uploads').select('fileId').where('fileId', 'in', ids).execute();
  return [...files.map(({ id }) => id), ...uploads.map(({ fileId }) => fileId)];
}
