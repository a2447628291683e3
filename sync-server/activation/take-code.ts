import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { normalizeCode } from '#schema/learning/activation.ts';
import type { Tables } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';

/** A user's attempt to unlock a course. */
export interface Unlock {
  readonly userId: string;
  readonly courseId: string;
  readonly code: string;
  /** ISO time. */
  readonly at: string;
}

/**
 * Takes a use of the code for this user, if one is left for them, and returns the code's id. One conditional UPDATE
 * decides: of any number of concurrent requests with the same code, as many get it as it has uses. A user gets one use of
 * a code at most.
 */
export async function takeCode(trx: Trx, unlock: Unlock): Promise<string | undefined> {
  const { userId, courseId, at } = unlock;
  if (await isRedeemed(trx, unlock)) return undefined;
  const [taken] = await trx
    .updateTable('activationCodes')
    .set((eb) => ({
      uses: eb('uses', '+', 1),
      isUsedUp: eb.case().when(isLastUse(eb)).then(eb.lit(1)).else(eb.lit(0)).end().$castTo<0 | 1>(),
    }))
    .where('courseId', '=', courseId)
    .where('normalizedCode', '=', normalizeCode(unlock.code))
    .where('revokedAt', 'is', null)
    .where((eb) => eb.exists(openBatch(eb, at)))
    .returning(['id', 'batch'])
    .execute();
  if (taken === undefined) return undefined;
  const { id: codeId, batch } = taken;
  await trx
    .updateTable('codeBatches')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', batch)
    .execute();
  const redemption = { id: uuidv7(), codeId, courseId, userId, at, undoneAt: null, reason: '' };
  await trx.insertInto('redemptions').values(redemption).execute();
  return codeId;
}

/** Whether the user has taken a use of the code, also if they lost the access since. */
export async function isRedeemed(
  trx: Trx,
  { userId, courseId, code }: Pick<Unlock, 'userId' | 'courseId' | 'code'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('activationCodes')
    .innerJoin('redemptions', 'redemptions.codeId', 'activationCodes.id')
    .select('redemptions.id')
    .where('activationCodes.courseId', '=', courseId)
    .where('normalizedCode', '=', normalizeCode(code))
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

type CodeBuilder = ExpressionBuilder<Tables, 'activationCodes'>;

const maxUsesOf = (eb: CodeBuilder) =>
  eb.selectFrom('codeBatches').select('maxUses').whereRef('codeBatches.id', '=', 'activationCodes.batch');

const isLastUse = (eb: CodeBuilder): ExpressionWrapper<Tables, 'activationCodes', SqlBool> =>
  eb(eb('uses', '+', 1), '>=', maxUsesOf(eb));

/** The batch of a code of which a use is left. */
const openBatch = (eb: CodeBuilder, at: string) =>
  eb
    .selectFrom('codeBatches')
    .select('codeBatches.id')
    .whereRef('codeBatches.id', '=', 'activationCodes.batch')
    .whereRef('activationCodes.uses', '<', 'codeBatches.maxUses')
    .where('codeBatches.revokedAt', 'is', null)
    .where((batch) =>
      batch.or([batch('codeBatches.expiresAt', 'is', null), batch('codeBatches.expiresAt', '>', at)]),
    );
