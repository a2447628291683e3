import type { UserRow } from '../db/account-tables.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { unlessDiskFull } from '../disk-full.ts';
import { renewPasswordHash } from './password-queries.ts';

type Owner = Pick<UserRow, 'id' | 'passwordHash'>;

/**
 * Whether a typed password is that of the user; false without a user, after the same time. The hash of an older version,
 * which had not normalised the password, is renewed. `lane` as in {@link Deps.passwords}.
 */
export async function isRightPassword(
  { db, passwords, log }: Pick<Deps, 'db' | 'passwords' | 'log'>,
  owner: Owner | undefined,
  { typed, lane }: { readonly typed: string; readonly lane: string },
): Promise<boolean> {
  const found = await passwords.compare(owner?.passwordHash, typed, lane);
  if (found !== 'old' || owner === undefined) return found === 'right';
  const renewed = await passwords.hash(typed, lane);
  await unlessDiskFull(log, 'a renewed password hash', () =>
    inTransaction(db, (trx) => renewPasswordHash(trx, owner, renewed)),
  );
  return true;
}
