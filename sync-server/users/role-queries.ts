import { sql } from 'kysely';
import type { Role } from '#schema/account/user.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';

/** A part of the query's text, because the index `admins` has only rows with it. */
const ADMIN = sql.lit<Role>('admin');

/** Returns the current role of a user; undefined when they do not exist. */
export async function findRole(trx: Trx, userId: string): Promise<Role | undefined> {
  const row = await trx.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return row?.role;
}

export async function countAdmins(trx: Trx): Promise<number> {
  const { count } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', ADMIN)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listAdminEmails(trx: Trx): Promise<string[]> {
  const admins = await trx.selectFrom('users').select('email').where('role', '=', ADMIN).execute();
  return admins.map(({ email }) => email);
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
