import { countDeleted, ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Db } from '../db/open.ts';
import type { SignInNetworkRow } from '../db/recovery-tables.ts';
import type { Trx } from '../db/transaction.ts';

interface Hashes {
  readonly userId: string;
  readonly hashes: readonly string[];
}

/** Those of the networks and devices that this user signed in from after `since` (ISO time). */
export async function listKnown(db: Db, { userId, hashes }: Hashes, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('signInNetworks')
    .select('networkHash')
    .where('userId', '=', userId)
    .where('networkHash', 'in', hashes)
    .where('lastUsedAt', '>', since)
    .execute();
  return rows.map(({ networkHash }) => networkHash);
}

/** Stores a use of networks and devices, and removes the user's oldest ones beyond `countMax`. */
export async function upsertNetworks(
  trx: Trx,
  { userId, hashes, lastUsedAt }: Hashes & Pick<SignInNetworkRow, 'lastUsedAt'>,
  countMax: number,
): Promise<void> {
  await trx
    .insertInto('signInNetworks')
    .values(hashes.map((networkHash) => ({ userId, networkHash, lastUsedAt })))
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
 * Removes all networks and devices of a user: an attacker who knew the old password may have signed in from one of them.
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
