import type { Db } from '../db/open.ts';

interface Erasures {
  has(userId: string): boolean;
}

/** Whether the account with this id was deleted by its user, perhaps in another process. */
export async function isErased(
  { db, erasures }: { readonly db: Db; readonly erasures: Erasures },
  userId: string,
): Promise<boolean> {
  return erasures.has(userId) || isTombstone(db, userId);
}

/** Whether an account with this id was deleted, as its tombstone says. */
async function isTombstone(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('changes')
    .select('sequence')
    .where('kind', '=', 'user')
    .where('id', '=', userId)
    .where('userId', '=', userId)
    .where('isDeleted', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}
