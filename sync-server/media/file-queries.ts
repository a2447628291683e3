import type { Db } from '../db/open.ts';
import type { FileRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

export function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  return db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertFile(trx: Trx, file: FileRow): Promise<void> {
  await trx.insertInto('files').values(file).execute();
}
