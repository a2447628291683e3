import type { Trx } from '../db/transaction.ts';

/** Makes every code unused, as in a backup from before the redemptions. */
export async function forgetRedemptions(trx: Trx): Promise<void> {
  await trx.deleteFrom('redemptions').execute();
  await trx.updateTable('codeBatches').set({ uses: 0 }).execute();
  await trx.updateTable('activationCodes').set({ uses: 0, isUsedUp: 0 }).execute();
}
