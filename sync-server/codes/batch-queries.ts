import { v7 as uuidv7 } from 'uuid';
import { normalizeCode } from '#schema/learning/activation.ts';
import type { CodeBatch } from '#schema/learning/code-batches.ts';
import type { ActivationCodeRow, CodeBatchRow } from '../db/code-tables.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { slicesOf } from '../db/slices-of.ts';
import type { Trx } from '../db/transaction.ts';
import type { Place } from '../http/paging.ts';

/** Ten values per row stay far below the limit of bound values per statement. */
const CODES_AT_ONCE = 250;

/** The fields of a batch that its origin does not give. */
export const newBatch: Omit<CodeBatchRow, 'id' | 'courseId' | 'createdAt'> = {
  ...{ name: '', note: '', prefix: '', expiresAt: null, maxUses: 1, revokedAt: null },
  ...{ origin: 'uploaded', createdBy: null, count: 0, uses: 0, version: 1, isMarking: 0 },
};

const columns = [
  ...(['codeBatches.id', 'codeBatches.courseId', 'codeBatches.name', 'codeBatches.note'] as const),
  ...(['codeBatches.prefix', 'codeBatches.origin', 'codeBatches.createdAt', 'codeBatches.count'] as const),
  ...(['codeBatches.uses', 'codeBatches.maxUses', 'codeBatches.expiresAt'] as const),
  ...(['codeBatches.revokedAt', 'codeBatches.version'] as const),
] as const;

/** Batches of courses that are not deleted. */
const batches = (db: Db) =>
  db.selectFrom('codeBatches').innerJoin(liveCourses, 'courses.id', 'codeBatches.courseId').select(columns);

/** PostgreSQL returns counters as texts. */
const toBatch = <Row extends CodeBatch>(row: Row): Row => ({
  ...row,
  count: Number(row.count),
  uses: Number(row.uses),
  maxUses: Number(row.maxUses),
  version: Number(row.version),
});

/** Newest first. */
export async function listBatches(
  db: Db,
  { after, limit }: { readonly after: Place | null; readonly limit: number },
): Promise<CodeBatch[]> {
  const page = batches(db)
    .orderBy('codeBatches.createdAt', 'desc')
    .orderBy('codeBatches.id', 'desc')
    .limit(limit);
  const rest =
    after === null
      ? page
      : page.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('codeBatches.createdAt', 'codeBatches.id'), '<', tuple(after.key, after.id)),
        );
  return (await rest.execute()).map(toBatch);
}

export type FoundBatch = CodeBatch & { readonly courseTitle: string };

export async function findBatch(db: Db, id: string): Promise<FoundBatch | undefined> {
  const row = await batches(db)
    .select('courses.title as courseTitle')
    .where('codeBatches.id', '=', id)
    .executeTakeFirst();
  return row && toBatch(row);
}

/** Whether a batch has this id, of a deleted course too. */
export async function isBatchId(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('codeBatches').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertBatch(trx: Trx, batch: CodeBatchRow): Promise<void> {
  await trx.insertInto('codeBatches').values(batch).execute();
}

interface NewCodes {
  readonly courseId: string;
  /** The id of the batch. */
  readonly batch: string;
  readonly codes: readonly string[];
  /** ISO time. */
  readonly at: string;
}

/** The rows of new codes, with ids in their order. */
export const codeRows = ({ courseId, batch, codes, at }: NewCodes): ActivationCodeRow[] =>
  codes.map((code) => ({
    id: uuidv7(),
    courseId,
    code: code.trim(),
    normalizedCode: normalizeCode(code),
    batch,
    createdAt: at,
    ...{ revokedAt: null, uses: 0, isUsedUp: 0 },
  }));

/** Inserts codes that the course does not have. */
export async function insertNewCodes(trx: Trx, added: NewCodes): Promise<void> {
  for (const codes of slicesOf(added.codes, CODES_AT_ONCE)) {
    await trx
      .insertInto('activationCodes')
      .values(codeRows({ ...added, codes }))
      .execute();
  }
}

/** Returns those of the codes that a course has, as it has them. */
export async function listTaken(
  db: Db,
  { courseId, codes }: Pick<NewCodes, 'courseId' | 'codes'>,
): Promise<string[]> {
  const taken = new Set<string>();
  for (const some of slicesOf(codes, CODES_AT_ONCE)) {
    const normalized = some.map(normalizeCode);
    const rows = await db
      .selectFrom('activationCodes')
      .select('normalizedCode')
      .where('courseId', '=', courseId)
      .where('normalizedCode', 'in', normalized)
      .execute();
    for (const row of rows) taken.add(row.normalizedCode);
  }
  return codes.filter((code) => taken.has(normalizeCode(code)));
}

type Changed = Partial<Pick<CodeBatchRow, 'name' | 'note' | 'expiresAt' | 'maxUses' | 'revokedAt'>>;

/** Changes a batch and increments its version. After a change of `maxUses`, call `markUsedUp` when it is committed. */
export async function updateBatch(trx: Trx, batch: CodeBatch, changed: Changed): Promise<void> {
  await trx
    .updateTable('codeBatches')
    .set({ ...changed, version: batch.version + 1 })
    .$if(changed.maxUses !== undefined, (update) => update.set({ isMarking: 1 }))
    .where('id', '=', batch.id)
    .execute();
}
