import { setImmediate } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { tidyCode } from '#schema/activation/code-text.ts';
import { normalizeCode } from '#schema/learning/activation.ts';
import { noteMoreCodes } from '../activation/low-codes.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Database, Db } from '../db/open.ts';
import { slicesOf } from '../db/slices-of.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { codeRows, insertBatch, newBatch } from './batch-queries.ts';

/** A few milliseconds of database time; other requests get a turn in between. */
const CODES_AT_ONCE = 250;

interface Upload {
  readonly courseId: string;
  readonly userId: string;
  /** ISO time. */
  readonly at: string;
  readonly codes: readonly string[];
  /** The name of the batch. */
  readonly name?: string | undefined;
}

/** The result of an upload: `added` and `known` together are the codes of the list that are not blank. */
export interface AddedCodes {
  readonly batchId: string;
  readonly added: number;
  readonly known: number;
}

/**
 * Adds those codes that the course does not have yet, as one batch. A long list would block the database for
 * seconds, so it is inserted in pieces, each in its own transaction. That is safe because adding a code twice
 * adds it once: when the server dies in the middle, the same list sent again adds the rest. The batch's count
 * grows with each piece and is always correct. Undefined when there is no such course.
 */
export async function addCodes(db: Database, upload: Upload): Promise<AddedCodes | undefined> {
  const { courseId, userId, at, name = '' } = upload;
  const batchId = uuidv7();
  const isBegun = await inTransaction(db, async (trx) => {
    if (!(await hasCourse(trx, courseId))) return false;
    await insertBatch(trx, { ...newBatch, id: batchId, courseId, name, createdAt: at, createdBy: userId });
    return true;
  });
  if (!isBegun) return undefined;
  let added = 0;
  let present = 0;
  for (const some of slicesOf(upload.codes, CODES_AT_ONCE)) {
    const codes = some.map(tidyCode).filter((code) => normalizeCode(code) !== '');
    present += codes.length;
    if (codes.length > 0) {
      added += await inTransaction(db, (trx) => insertPiece(trx, { ...upload, codes, batchId }));
    }
    await setImmediate();
  }
  return { batchId, added, known: present - added };
}

/** Ends an upload: deletes an empty batch, and records for the course's admins that its codes changed. */
export async function finishBatch(
  trx: Trx,
  courseId: string,
  { batchId, at }: { batchId: string; at: string },
) {
  await trx.deleteFrom('codeBatches').where('id', '=', batchId).where('count', '=', 0).execute();
  await noteMoreCodes(trx, { courseId, at });
  await recordChanges(trx, at, [{ kind: 'course', id: courseId, courseId }]);
}

export async function hasCourse(db: Db, courseId: string): Promise<boolean> {
  const row = await db.selectFrom(liveCourses).select('id').where('id', '=', courseId).executeTakeFirst();
  return row !== undefined;
}

/** Inserts a piece and returns how many of its codes were new. A deleted course accepts none. */
async function insertPiece(trx: Trx, upload: Upload & { batchId: string }): Promise<number> {
  const { courseId, batchId, at } = upload;
  if (!(await hasCourse(trx, courseId))) return 0;
  const rows = codeRows({ courseId, batch: batchId, codes: upload.codes, at });
  const result = await trx
    .insertInto('activationCodes')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['courseId', 'normalizedCode']).doNothing())
    .executeTakeFirst();
  const added = Number(result.numInsertedOrUpdatedRows ?? 0);
  await trx
    .updateTable('codeBatches')
    .set((eb) => ({ count: eb('count', '+', added) }))
    .where('id', '=', batchId)
    .execute();
  return added;
}
