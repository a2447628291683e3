import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ROWS_PER_PIECE } from '../db/in-pieces.ts';
import type { Trx } from '../db/transaction.ts';

/**
 * Processes of the version before may run beside this one during an update. They take a code by `usedBy` alone: its use is
 * counted here. Returns how many were; see `removeInPieces`.
 */
export async function adoptRedemptions(trx: Trx): Promise<number> {
  const taken = await trx
    .selectFrom('activationCodes')
    .innerJoin('codeBatches', 'codeBatches.id', 'activationCodes.batch')
    .select(['activationCodes.id', 'activationCodes.courseId', 'batch', 'usedBy', 'usedAt'])
    .select(['activationCodes.createdAt', 'activationCodes.uses', 'maxUses'])
    .where('isUsedUp', '=', sql.lit(0))
    .where('usedBy', 'is not', null)
    .limit(ROWS_PER_PIECE)
    .execute();
  for (const { id, courseId, batch, usedBy: userId, usedAt, createdAt, ...code } of taken) {
    const used = { uses: Number(code.uses) + 1 };
    const redemption = { id: uuidv7(), codeId: id, courseId, userId, undoneAt: null, reason: '' };
    await trx
      .insertInto('redemptions')
      .values({ ...redemption, at: usedAt ?? createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .updateTable('activationCodes')
      .set(
        Number(code.uses) + 1 < Number(code.maxUses)
          ? { ...used, usedBy: null, usedAt: null }
          : { ...used, isUsedUp: 1 },
      )
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('codeBatches')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', batch)
      .execute();
  }
  return taken.length;
}
