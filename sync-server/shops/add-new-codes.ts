import { webcrypto } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { drawCodes } from '#schema/activation/draw-code.ts';
import { normalizeCode } from '#schema/learning/activation.ts';
import type { CodeOrigin } from '#schema/learning/code-batches.ts';
import { findBatch, insertBatch, insertNewCodes, newBatch } from '../codes/batch-queries.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';

interface NewBatch {
  readonly id?: string;
  readonly courseId: string;
  readonly name: string;
  readonly origin: CodeOrigin;
  readonly prefix: string;
  /** ISO time. */
  readonly at: string;
}

/** Registers a batch without codes, and returns its id. */
export async function beginBatch(trx: Trx, { at, ...batch }: NewBatch): Promise<string> {
  const id = batch.id ?? uuidv7();
  await insertBatch(trx, { ...newBatch, ...batch, id, createdAt: at });
  return id;
}

/** Whether codes that are added to the batch work: an admin may have revoked it or let it expire. */
export async function isOpenBatch(trx: Trx, id: string | null, at: string): Promise<boolean> {
  const batch = id === null ? undefined : await findBatch(trx, id);
  if (batch === undefined || batch.revokedAt !== null) return false;
  return batch.expiresAt === null || batch.expiresAt > at;
}

interface Addition {
  readonly batch: string;
  readonly courseId: string;
  readonly prefix: string;
  readonly count: number;
  /** ISO time. */
  readonly at: string;
}

/** Draws codes into a batch. Returns them with their ids. */
export async function addNewCodes(trx: Trx, { batch, courseId, prefix, count, at }: Addition) {
  const codes = drawCodes(prefix, count, webcrypto);
  await insertNewCodes(trx, { courseId, batch, codes, at });
  await trx
    .updateTable('codeBatches')
    .set((eb) => ({ count: eb('count', '+', count) }))
    .where('id', '=', batch)
    .execute();
  // Not a supply: they are sold already, so an alert about few codes stays.
  await recordChanges(trx, at, [{ kind: 'course', id: courseId, courseId }]);
  return trx
    .selectFrom('activationCodes')
    .select(['id', 'code'])
    .where('courseId', '=', courseId)
    .where('normalizedCode', 'in', codes.map(normalizeCode))
    .orderBy('id')
    .execute();
}
