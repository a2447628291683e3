import type { Role } from '#schema/account/user.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';

/** Returns the current role of a user; undefined when they do not exist. */
export async function findRole(trx: Trx, userId: string): Promise<Role | undefined> {
  const row = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return row?.role;
}

export async function countAdmins(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sets the role of a user; every request reads it again, so it applies from the next one on. */
export async function updateRole(
  trx: Trx,
  userId: string,
  change: { readonly role: Role; readonly at: string },
): Promise<void> {
  const { role, at } = change;
  await trx.updateTable('users').set({ role, updatedAt: at }).where('id', '=', userId).execute();
  await recordChanges(trx, at, [{ kind: 'user', id: userId, userId }]);
}
