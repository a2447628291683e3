import type { Db } from '../db/open.ts';
import { isTombstone } from './erasure-queries.ts';
import type { Erasures } from './erasures.ts';

/** Whether the account with this id was deleted by its user, perhaps in another process. */
export async function isErased(
  { db, erasures }: { readonly db: Db; readonly erasures: Erasures },
  userId: string,
): Promise<boolean> {
  return erasures.has(userId) || isTombstone(db, userId);
}
