import type { SecondFactorRow } from '../db/account-tables.ts';
import type { Db } from '../db/open.ts';
import type { Trx } from '../db/transaction.ts';
import { isFactorOn } from '../sessions/factor-queries.ts';
import { removeChallenges } from './passkeys/challenge-queries.ts';
import { removePasskeys } from './passkeys/passkey-queries.ts';

/** Stores a secret to be confirmed, replacing an earlier one; false when the factor is on. */
export async function startFactor(trx: Trx, factor: SecondFactorRow): Promise<boolean> {
  const { sealedSecret, lastStep, createdAt } = factor;
  const result = await trx
    .insertInto('secondFactors')
    .values(factor)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ sealedSecret, lastStep, createdAt })
        .where('secondFactors.confirmedAt', 'is', null),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Turns the factor on; false when it is already on, or when its secret was replaced meanwhile. */
export async function confirmFactor(
  trx: Trx,
  { userId, sealedSecret }: SecondFactorRow,
  { step, at }: { readonly step: number; readonly at: string },
): Promise<boolean> {
  const result = await trx
    .updateTable('secondFactors')
    .set({ confirmedAt: at, lastStep: step })
    .where('userId', '=', userId)
    .where('sealedSecret', '=', sealedSecret)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Consumes a time step and all before it; false when it was already used. A single statement, so only one of
 * several concurrent requests succeeds.
 */
export async function takeStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  const result = await trx
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Consumes a recovery code; false when there is no such code or it was already used. */
export async function takeRecoveryCode(
  trx: Trx,
  { userId, codeHash }: { readonly userId: string; readonly codeHash: string },
  at: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: at })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const rows = codeHashes.map((codeHash) => ({ userId, codeHash, usedAt: null }));
  await trx.insertInto('recoveryCodes').values(rows).execute();
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Ends what was begun while the account had no second factor: with the password alone, somebody else could have begun
 * to add a factor of their own.
 */
export async function removeBegun(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute();
  await removeChallenges(trx, userId);
}

/** Removes the authenticator app. Without a passkey, two-step sign-in is off. */
export async function removeApp(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  await removeCodesOfNothing(trx, userId);
}

/** After a factor was removed: recovery codes are valid beside one only. Returns whether two-step sign-in is off. */
export async function removeCodesOfNothing(trx: Trx, userId: string): Promise<boolean> {
  if (await isFactorOn(trx, userId)) return false;
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await removeChallenges(trx, userId);
  return true;
}

/** Removes every factor with the recovery codes. */
export async function removeFactors(trx: Trx, userId: string): Promise<void> {
  await removePasskeys(trx, userId);
  await removeApp(trx, userId);
}
