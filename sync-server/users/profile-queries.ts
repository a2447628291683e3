import type { UserRow } from '../db/account-tables.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';

/** The fields that users change themselves; an absent one is not changed. */
export type ProfileFields = Partial<Pick<UserRow, 'name' | 'avatar' | 'avatarSmall'>>;

export async function updateProfile(
  trx: Trx,
  userId: string,
  change: { readonly fields: ProfileFields; readonly at: string },
): Promise<void> {
  const { fields, at } = change;
  await trx
    .updateTable('users')
    .set({ ...fields, updatedAt: at })
    .where('id', '=', userId)
    .execute();
  await recordChanges(trx, at, [{ kind: 'user', id: userId, userId }]);
}

/** Returns the picture of a user as a data URL, or null. */
export async function findAvatar(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('avatar').where('id', '=', userId).executeTakeFirst();
  return row?.avatar ?? null;
}
