import type { SecondFactorRow } from '../db/account-tables.ts';
import type { Db } from '../db/open.ts';

/** Returns the authenticator app of an account, confirmed or not. */
export function findFactor(db: Db, userId: string): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Whether an authenticator app is set up. */
export async function hasApp(db: Db, userId: string): Promise<boolean> {
  const factor = await findFactor(db, userId);
  return factor !== undefined && factor.confirmedAt !== null;
}

/** Whether sign-in requires a second step. */
export async function isFactorOn(db: Db, userId: string): Promise<boolean> {
  return (await hasApp(db, userId)) || hasPasskeys(db, userId);
}

export async function hasPasskeys(db: Db, userId: string): Promise<boolean> {
  const found = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).executeTakeFirst();
  return found !== undefined;
}
