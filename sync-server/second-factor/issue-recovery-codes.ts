import { normalizeSecondFactor } from '#schema/account/second-factor.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { replaceRecoveryCodes } from './second-factor-queries.ts';

/** Stores new recovery codes of a user in place of the earlier ones, and returns them. */
export async function issueRecoveryCodes(
  { secondFactorSecrets }: Pick<Deps, 'secondFactorSecrets'>,
  trx: Trx,
  userId: string,
): Promise<readonly string[]> {
  const codes = secondFactorSecrets.makeRecoveryCodes();
  const hashOf = (code: string) => secondFactorSecrets.hashRecoveryCode(userId, normalizeSecondFactor(code));
  await replaceRecoveryCodes(trx, userId, codes.map(hashOf));
  return codes;
}
