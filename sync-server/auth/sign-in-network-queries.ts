import { countDeleted, ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Db } from '../db/open.ts';
import type { SignInNetworkRow } from '../db/recovery-tables.ts';
import type { Trx } from '../db/transaction.ts';

/** Whether this user signed in from this network after `since` (ISO time). */
export async function isNetworkOf(
  db: Db,
  { userId, networkHash }: Pick<SignInNetworkRow, 'userId' | 'networkHash'>,
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('signInNetworks')
    .select('lastUsedAt')
    .where('userId', '=', userId)
    .where('networkHash', '=', networkHash)
    .where('lastUsedAt', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a use of a network and removes the user's oldest ones beyond `countMax`. */
export async function upsertNetwork(trx: Trx, row: SignInNetworkRow, countMax: number): Promise<void> {
  const { userId, lastUsedAt } = row;
  await trx
    .insertInto('signInNetworks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'networkHash']).doUpdateSet({ lastUsedAt }))
    .execute();
  await trx
    .deleteFrom('signInNetworks')
    .where('userId', '=', userId)
    .where('networkHash', 'not in', (newest) =>
      newest
        .selectFrom('signInNetworks')
        .select('networkHash')
        .where('userId', '=', userId)
        .orderBy('lastUsedAt', 'desc')
        .orderBy('networkHash')
        .limit(countMax),
    )
    .execute();
}

/**
 * Removes all networks of a user: an attacker who knew the old password may have signed in from one of them.
 */
export async function removeNetworks(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('signInNetworks').where('userId', '=', userId).execute();
}

/** Removes some of the networks that were not used after `since` (ISO time), and returns how many; see `removeInPieces`. */
export async function removeOldNetworks(trx: Trx, since: string): Promise<number> {
  const unused = trx
    .selectFrom('signInNetworks')
    .select(['userId', 'networkHash'])
    .where('lastUsedAt', '<=', since)
    .limit(ROWS_PER_PIECE);
  return countDeleted(
    trx
      .deleteFrom('signInNetworks')
      .where(({ eb, refTuple }) =>
        eb(refTuple('userId', 'networkHash'), 'in', unused.$asTuple('userId', 'networkHash')),
      ),
  );
}
