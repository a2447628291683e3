import type { BatchCode, Redemption } from '#schema/learning/code-batches.ts';
import { REDEMPTIONS_SHOWN } from '#schema/limits.ts';
import type { UserRow } from '../db/account-tables.ts';
import { liveCourses } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { slicesOf } from '../db/slices-of.ts';
import type { Trx } from '../db/transaction.ts';

/** Ids per statement. */
const CODES_AT_ONCE = 250;
const USERS_AT_ONCE = 500;

interface CodePage {
  readonly batchId: string;
  /** The id of a code; '' from the first. */
  readonly after: string;
  readonly limit: number;
}

/** The codes of a batch in their order, with the latest of their redemptions. */
export async function listBatchCodes(db: Db, { batchId, after, limit }: CodePage): Promise<BatchCode[]> {
  const rows = await db
    .selectFrom('activationCodes')
    .select(['id', 'code', 'uses', 'revokedAt'])
    .where('batch', '=', batchId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const used = rows.filter(({ uses }) => Number(uses) > 0).map(({ id }) => id);
  const redemptions = await listRedemptions(db, used);
  return rows.map((row) => ({ ...row, uses: Number(row.uses), redemptions: redemptions.get(row.id) ?? [] }));
}

/** A new batch's codes: their ids, and what to print. */
export function listNewCodes(db: Db, batchId: string): Promise<Pick<BatchCode, 'id' | 'code'>[]> {
  return db
    .selectFrom('activationCodes')
    .select(['id', 'code'])
    .where('batch', '=', batchId)
    .orderBy('id')
    .execute();
}

export type FoundCode = BatchCode & {
  readonly courseId: string;
  readonly batch: string;
  readonly courseTitle: string;
};

/** Undefined for an unknown code, and for one of a deleted course. */
export async function findCode(db: Db, id: string): Promise<FoundCode | undefined> {
  const row = await db
    .selectFrom('activationCodes')
    .innerJoin(liveCourses, 'courses.id', 'activationCodes.courseId')
    .select(['activationCodes.id', 'code', 'uses', 'revokedAt', 'courseId', 'batch', 'title as courseTitle'])
    .where('activationCodes.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const redemptions = (await listRedemptions(db, [id])).get(id) ?? [];
  return { ...row, uses: Number(row.uses), redemptions };
}

export async function setCodeRevokedAt(trx: Trx, id: string, revokedAt: string | null): Promise<void> {
  await trx.updateTable('activationCodes').set({ revokedAt }).where('id', '=', id).execute();
}

/** The users who have access by a code. */
export async function listUsersOf(db: Db, codeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('redemptions')
    .select('userId')
    .where('codeId', '=', codeId)
    .where('undoneAt', 'is', null)
    .execute();
  return rows.flatMap(({ userId }) => (userId === null ? [] : [userId]));
}

/** The names of users, in any order. */
export async function listNames(db: Db, userIds: readonly string[]): Promise<Pick<UserRow, 'id' | 'name'>[]> {
  const named: Pick<UserRow, 'id' | 'name'>[] = [];
  for (const some of slicesOf(userIds, USERS_AT_ONCE)) {
    named.push(...(await db.selectFrom('users').select(['id', 'name']).where('id', 'in', some).execute()));
  }
  return named;
}

/** The redemptions of codes, newest first; of each code those that admins see. */
async function listRedemptions(db: Db, codeIds: readonly string[]): Promise<Map<string, Redemption[]>> {
  const found = new Map<string, Redemption[]>();
  for (const some of slicesOf(codeIds, CODES_AT_ONCE)) {
    const rows = await rankedOf(db, some);
    for (const { codeId, userName, email, rank: _, ...row } of rows) {
      const list = found.get(codeId) ?? [];
      list.push({ ...row, userName: userName ?? '', email: email ?? '' });
      found.set(codeId, list);
    }
  }
  return found;
}

function rankedOf(db: Db, codeIds: readonly string[]) {
  const ranked = db
    .selectFrom('redemptions')
    .leftJoin('users', 'users.id', 'redemptions.userId')
    .select([
      'codeId',
      'redemptions.id as redemptionId',
      'userId',
      'users.name as userName',
      'users.email',
      'at',
      'undoneAt',
    ])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('codeId').orderBy('at', 'desc').orderBy('redemptions.id', 'desc'))
        .as('rank'),
    )
    .where('codeId', 'in', codeIds)
    .as('ranked');
  return db
    .selectFrom(ranked)
    .select(['codeId', 'userId', 'userName', 'email', 'at', 'undoneAt', 'rank'])
    .where('rank', '<=', REDEMPTIONS_SHOWN)
    .orderBy('codeId')
    .orderBy('rank')
    .execute();
}
